-- The identity of this database, created by the first start. Its storage contains the same id (portico-installation.json).
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null,
  created_at timestamptz(3) not null default now(),
  -- The version that started last.
  version text not null,
  -- When the id was written into the storage. Null: not yet.
  marked_at timestamptz(3),
  -- Before this time the clean-up neither moves files without a row nor empties the trash.
  clean_up_not_before timestamptz(3) not null,
  -- The transaction that wrote this row. In a restored database it differs from PostgreSQL's own record (xmin).
  written_by bigint not null
);

create function note_writer() returns trigger language plpgsql as $$
begin
  new.written_by = pg_current_xact_id()::text::bigint;
  return new;
end $$;
create trigger installation_written before insert or update on installation
  for each row execute function note_writer();
