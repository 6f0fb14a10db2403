-- The bytes of a file are stored as files/{id}, its small picture as files/{id}.thumbnail.
create table file (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  -- A project has one freelancer and one client, so the type identifies the uploader.
  uploader_type text not null check (uploader_type in ('Freelancer', 'Client')),
  name text not null,
  content_type text not null,
  size bigint not null check (size >= 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  has_thumbnail boolean not null default false,
  created_at timestamptz(3) not null default now()
);
create index file_list on file (project_id, id desc);

-- An unfinished resumable upload. Its offset is the number of its bytes on disk.
create table unfinished_upload (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  uploader_type text not null check (uploader_type in ('Freelancer', 'Client')),
  name text not null,
  content_type text not null,
  size bigint not null check (size >= 0),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index unfinished_upload_of_project on unfinished_upload (project_id);
create index unfinished_upload_expiry on unfinished_upload (expires_at);

-- Keys of unreachable bytes, until they are deleted from the storage.
create table unwanted_bytes (
  key text primary key,
  created_at timestamptz(3) not null default now()
);

-- When rows are deleted in any way (a file, project or client), the deletion of their bytes is queued in the same
-- transaction.
create function leave_bytes() returns trigger language plpgsql as $$
begin
  insert into unwanted_bytes (key)
    select 'files/' || id from gone
    union all
    select 'files/' || id || '.thumbnail' from gone where has_thumbnail
    on conflict do nothing;
  if found then
    perform graphile_worker.add_job('removeUnwantedBytes', payload := '{}'::json, max_attempts := 25, job_key := 'removeUnwantedBytes');
  end if;
  return null;
end $$;

create trigger file_leaves_bytes after delete on file
  referencing old table as gone for each statement execute function leave_bytes();

create table feedback (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  client_id uuid not null references client on delete cascade,
  message text not null,
  created_at timestamptz(3) not null default now()
);
create index feedback_list on feedback (project_id, id desc);
create index feedback_of_client on feedback (client_id);
