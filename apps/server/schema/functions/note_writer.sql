-- Tells a restored copy of a database from the one it was copied from.
create or replace function note_writer() returns trigger language plpgsql as $$
begin
  new.written_by = pg_current_xact_id()::text::bigint;
  new.written_in = (select oid from pg_database where datname = current_database());
  return new;
end $$;
