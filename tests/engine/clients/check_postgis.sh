#!/bin/sh
# Loads an export twice into a database of its own, on a socket: check_postgis.sh BIN FOLDER. A view of a studio
# survives, the second load changes no row, areas are those of the table. Exits 77 where no server can be had.
set -eu
bin=$1
folder=$2
[ -f "$(dirname "$bin")/lib/postgis-3.so" ] || { echo "postgis is not installed"; exit 77; }
place=$(mktemp -d)
as=""
if [ "$(id -u)" -eq 0 ]; then  # the server refuses to run as root
  id postgres >/dev/null 2>&1 || { echo "no user postgres"; exit 77; }
  as="runuser -u postgres --"
fi
cp "$folder"/*.sql "$place/"
chmod 755 "$place"
[ -z "$as" ] || chown -R postgres "$place"
trap '$as "$bin/pg_ctl" -D "$place/db" -m immediate stop >/dev/null 2>&1; rm -rf "$place"' EXIT
cd "$place"
$as "$bin/initdb" -D "$place/db" -A trust -N >/dev/null
$as "$bin/pg_ctl" -D "$place/db" -w -o "-c listen_addresses='' -c unix_socket_directories=$place -c fsync=off" \
  -l "$place/log" start >/dev/null
ask() { $as psql -h "$place" -d postgres -v ON_ERROR_STOP=1 -qAt "$@"; }
ask -f "$place/load.sql" >/dev/null 2>&1
schema=$(ask -c "select quote_ident(schemaname) from pg_tables where tablename = 'points'")
layers=$(ask -c "select tablename from pg_tables where quote_ident(schemaname) = \$name\$$schema\$name\$ and tablename in ('points', 'regions', 'tracks', 'rivers', 'roads')")
ask -c "create view own as select uid, ground_m from $schema.points"
rows() {
  for layer in $layers; do
    ask -c "select '$layer', string_agg(ctid::text || xmin::text, ',' order by uid) from $schema.\"$layer\""
  done
}
before=$(rows)
ask -f "$place/load.sql" >/dev/null 2>&1
[ "$before" = "$(rows)" ] || { echo "the second load changed rows"; exit 1; }
echo "points $(ask -c 'select count(*) from own')"
worst=$(ask -c "select coalesce(max(abs(st_area(geom) / 1e6 - area_km2)), 9) < 1e-6 from $schema.regions")
[ "$worst" = t ] || { echo "areas of regions differ"; exit 1; }
case $layers in
*roads*)
  worst=$(ask -c "select coalesce(max(abs(st_length(geom) - length_m)), 9) < 0.5 from $schema.roads")
  [ "$worst" = t ] || { echo "lengths of roads differ"; exit 1; }
  ;;
esac
# A studio's own row and a row that the world lost: the next load brings the tables back to the world.
ask -c "update $schema.points set label = 'mine' where uid = (select min(uid) from $schema.points)"
ask -c "delete from $schema.points where uid = (select max(uid) from $schema.points)"
ask -f "$place/load.sql" >/dev/null 2>&1
[ "$(ask -c "select count(*) from $schema.points where label = 'mine'")" = 0 ] || { echo "a changed row stays"; exit 1; }
echo "again $(ask -c 'select count(*) from own')"
# A load of another world into the schema stops before it changes a row, and takes over when it is told to.
sed -e "s/^  own constant text := .*/  own constant text := 'another';/" "$place/load.sql" > "$place/other.sql"
before=$(rows)
if ask -f "$place/other.sql" >"$place/said" 2>&1; then echo "a load of another world was not refused"; exit 1; fi
grep -q "holds the world" "$place/said" || { cat "$place/said"; exit 1; }
[ "$before" = "$(rows)" ] || { echo "a refused load changed rows"; exit 1; }
ask -v take_over=1 -f "$place/other.sql" >/dev/null 2>&1 || { echo "take_over=1 does not load"; exit 1; }
# Tables of these names that no load has marked are somebody else's.
ask -c "drop table $schema.fieldwright_world"
if ask -f "$place/load.sql" >"$place/said" 2>&1; then echo "a load over foreign tables was not refused"; exit 1; fi
grep -q "no load of an export" "$place/said" || { cat "$place/said"; exit 1; }
