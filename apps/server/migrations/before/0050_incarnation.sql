-- Tells a restored copy of a database from the one it was copied from: both have the same id. Also in the storage's marker.
-- Null: not restored since versions that know it.
alter table installation
  add column incarnation uuid,
  -- The database that wrote this row. It differs in one that was created from another as its template.
  add column written_in oid;

create or replace function note_writer() returns trigger language plpgsql as $$
begin
  new.written_by = pg_current_xact_id()::text::bigint;
  new.written_in = (select oid from pg_database where datname = current_database());
  return new;
end $$;
