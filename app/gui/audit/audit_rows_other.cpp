#include "app/gui/audit/audit_rows_internal.h"
#include "app/gui/words/words.h"

// Rows of figures without targets: contiguity, colocation, seams, rarity.
namespace fw {
AuditRow RowMaker::contiguity(const AuditReport::Contiguity& row) const {
  AuditRow out = measured(row);
  out.what = tr("%1, %2").arg(slug_title(row.layer), class_label(row.layer, row.cls));
  out.where = tr("In one piece");
  out.swatch = swatch(row.layer, row.cls);
  out.figures = row.patches == 1
                    ? tr("1 patch")
                    : tr("%1 patches, %2").arg(count(row.patches), percent(row.largest_share, 0));
  out.off = row.speckle_share > 0 ? tr("%1 specks").arg(percent(row.speckle_share, 2)) : QString();
  out.place = layer_place(words(), row.layer, row.cls);
  out.place.text = out.what;
  out.detail =
      tr("%1 has %2 patches; the largest holds %3 of it. %4 of it is in specks.")
          .arg(out.what, count(row.patches), percent(row.largest_share), percent(row.speckle_share, 2));
  return out;
}

AuditRow RowMaker::colocation(const AuditReport::Colocation& row) const {
  AuditRow out = measured(row);
  out.what = tr("%1: %2").arg(label_of(row.a), slug_words(row.b));
  out.where = tr("Found together");
  out.figures = tr("%1, chance %2").arg(percent(row.share, 0), percent(row.expected, 0));
  for (const PointClassInfo& info : world.points.classes)
    if (info.slug == row.a) {
      out.place.category = info.category;
      out.place.class_slug = row.a;
    }
  if (const auto rarity = rarity_of(words(), row.a)) {
    out.place.category = Category::enemy;
    out.place.rarity = rarity;
  }
  out.place.text = out.what;
  out.detail =
      tr("%1: %2; by chance it would be %3.").arg(out.what, percent(row.share), percent(row.expected));
  return out;
}

AuditRow RowMaker::seam(const AuditReport::Seam& row) const {
  AuditRow out = measured(row);
  out.what = slug_title(row.layer);
  out.where = tr("At the borders");
  out.figures = tr("%1 × inside").arg(number(row.score, 2));
  out.place = layer_place(words(), row.layer, "");
  out.place.text = tr("%1 layer").arg(out.what);
  out.detail =
      tr("%1: a class change is %2 times as likely across a region border as inside a region; 1 means that "
         "borders do not show.")
          .arg(out.what, number(row.score, 2));
  return out;
}

AuditRow RowMaker::rarity(const AuditReport::RarityRow& row) const {
  AuditRow out = measured(row);
  int64_t all = 0;
  for (const AuditReport::RarityRow& other : report.rarity)
    if (other.rarity == row.rarity) all += other.count;
  out.what = tr("%1 in %2").arg(row_label(words().rarities, row.rarity), row_label(words().danger, row.band));
  out.where = tr("Rarity");
  out.swatch = swatch("danger", row.band);
  out.figures = tr("%1 of %2").arg(count(row.count), count(all));
  out.place.category = Category::enemy;
  out.place.rarity = rarity_of(words(), row.rarity);
  out.place.text = row_label(words().rarities, row.rarity);
  out.detail = tr("%1 of %2 enemies of this rarity are there.").arg(count(row.count), count(all));
  return out;
}

}  // namespace fw
