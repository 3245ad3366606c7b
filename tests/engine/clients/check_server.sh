#!/bin/sh
# Loads spawn tables twice into a database of its own, on a socket: check_server.sh BIN FOLDER OUT. Neither load
# says anything, foreign keys hold, the second load changes no row; OUT gets the rows as PostgreSQL has them, a file
# a table. Exits 77 where no server can be had.
set -eu
bin=$1
folder=$2
out=$3
place=$(mktemp -d)
as=""
if [ "$(id -u)" -eq 0 ]; then  # the server refuses to run as root
  id postgres >/dev/null 2>&1 || { echo "no user postgres"; exit 77; }
  as="runuser -u postgres --"
fi
cp "$folder"/load.sql "$place/"
chmod 755 "$place"
[ -z "$as" ] || chown -R postgres "$place"
trap '$as "$bin/pg_ctl" -D "$place/db" -m immediate stop >/dev/null 2>&1; rm -rf "$place"' EXIT
cd "$place"
$as "$bin/initdb" -D "$place/db" -A trust -N >/dev/null
$as "$bin/pg_ctl" -D "$place/db" -w -o "-c listen_addresses='' -c unix_socket_directories=$place -c fsync=off" \
  -l "$place/log" start >/dev/null
ask() { $as psql -h "$place" -d postgres -v ON_ERROR_STOP=1 -qAt "$@"; }
load() {
  ask "$@" >"$place/said" 2>&1 || { cat "$place/said"; exit 1; }
  [ ! -s "$place/said" ] || { echo "the load says: $(cat "$place/said")"; exit 1; }
}
load -f "$place/load.sql"
schema=$(ask -c "select quote_ident(schemaname) from pg_tables where tablename = 'spawn_point'")
tables="spawn_meta spawn_class spawn_pool spawn_point spawn_due spawn_period spawn_start"
rows() {
  for table in $tables; do ask -c "select '$table', md5(string_agg(ctid::text || xmin::text, ',' order by ctid)) from $schema.$table"; done
}
[ "$(ask -c "select count(*) from pg_constraint where contype = 'f'")" = 5 ] || { echo "foreign keys are missing"; exit 1; }
[ "$(ask -c "select count(*) from information_schema.columns where table_name like 'spawn\\_%' and is_nullable = 'YES'")" = 0 ] ||
  { echo "a column may be null"; exit 1; }
before=$(rows)
ask -c "create view own as select uid, weight from $schema.spawn_point"
load -f "$place/load.sql"
[ "$before" = "$(rows)" ] || { echo "the second load changed rows"; exit 1; }
mkdir -p "$out"
for table in $tables; do ask -c "copy (select * from $schema.$table) to stdout" > "$out/$table"; done
for table in $tables; do ask -c "select string_agg(column_name, ', ' order by ordinal_position) from information_schema.columns where table_name = '$table'" > "$out/$table.columns"; done
# What a foreign key forbids is refused; rows that were changed or lost come back.
if ask -c "insert into $schema.spawn_due values ('nobody', 0, 0)" >/dev/null 2>&1; then echo "a turn of no point was taken"; exit 1; fi
ask -c "update $schema.spawn_class set cap = cap + 7"
ask -c "delete from $schema.spawn_start"
ask -c "begin; delete from $schema.spawn_due where round = 0; commit"
load -f "$place/load.sql"
for table in $tables; do
  ask -c "copy (select * from $schema.$table) to stdout" | sort > "$place/rows"
  sort "$out/$table" | cmp -s - "$place/rows" || { echo "$table is not as exported"; exit 1; }
done
# A load of another world stops before it changes a row, and takes over when it is told to.
sed -e "s/^  own constant text := .*/  own constant text := 'another';/" "$place/load.sql" > "$place/other.sql"
before=$(rows)
if ask -f "$place/other.sql" >"$place/said" 2>&1; then echo "a load of another world was not refused"; exit 1; fi
grep -q "holds the world" "$place/said" || { cat "$place/said"; exit 1; }
[ "$before" = "$(rows)" ] || { echo "a refused load changed rows"; exit 1; }
load -v take_over=1 -f "$place/other.sql"
echo "points $(ask -c 'select count(*) from own')"
