-- Who this database is. The same id stands in its storage (portico-installation.json). The row is made by the first start.
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null,
  created_at timestamptz(3) not null default now(),
  -- The version that started last.
  version text not null,
  -- When the id was written into the storage. Null: it has to be done still.
  marked_at timestamptz(3),
  -- Before this no file without a row is moved, and none in the trash removed.
  clean_up_not_before timestamptz(3) not null,
  -- The transaction that wrote this row. In a restored database it is not the one that PostgreSQL itself remembers (xmin).
  written_by bigint not null
);

create function note_writer() returns trigger language plpgsql as $$
begin
  new.written_by = pg_current_xact_id()::text::bigint;
  return new;
end $$;
create trigger installation_written before insert or update on installation
  for each row execute function note_writer();
