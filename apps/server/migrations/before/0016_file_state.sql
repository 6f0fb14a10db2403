-- What has become of a file's bytes, in one column.
-- receiving: a resumable upload. The bytes that have arrived lie on the machine that receives them.
-- stored:    all bytes are under files/{id}, a thumbnail under files/{id}.thumbnail.
-- deleted:   nobody reaches the file any more. A job deletes its bytes, then its row.
alter table file
  add column state text not null default 'stored' check (state in ('receiving', 'stored', 'deleted')),
  add column expires_at timestamptz(3),
  alter column project_id drop not null,
  alter column sha256 drop not null,
  drop constraint file_project_id_fkey,
  add constraint file_project_id_fkey foreign key (project_id) references project on delete set null;

-- An upload that is a file already had finished, and only its second row was not deleted yet.
insert into file (id, project_id, uploader_type, name, content_type, size, created_at, expires_at, state)
select id, project_id, uploader_type, name, content_type, size, created_at, expires_at, 'receiving'
from unfinished_upload
on conflict (id) do nothing;

insert into file (id, uploader_type, name, content_type, size, has_thumbnail, state)
select substr(key, 7, 36)::uuid, 'Freelancer', '', '', 0, bool_or(key like '%.thumbnail'), 'deleted'
from unwanted_bytes
group by 1
on conflict (id) do nothing;

drop trigger file_leaves_bytes on file;
drop function leave_bytes;
drop table unfinished_upload, unwanted_bytes;

alter table file
  add constraint file_state_project check ((state = 'deleted') = (project_id is null)),
  add constraint file_state_sha256 check (state <> 'stored' or sha256 is not null),
  add constraint file_state_expiry check ((state = 'receiving') = (expires_at is not null));

create index file_not_stored on file (state, id) where state <> 'stored';

-- A deleted file, project, client or account takes the project from its files. Nothing of them is kept but the id.
create function delete_file() returns trigger language plpgsql as $$
begin
  new.state = 'deleted';
  new.name = '';
  new.sha256 = null;
  new.expires_at = null;
  return new;
end $$;
create trigger file_loses_project before update of project_id on file
  for each row when (new.project_id is null) execute function delete_file();

create function queue_byte_deletion() returns trigger language plpgsql as $$
begin
  if exists (select from changed where state = 'deleted') then
    perform graphile_worker.add_job('removeUnwantedBytes', payload := '{}'::json, max_attempts := 25, job_key := 'removeUnwantedBytes');
  end if;
  return null;
end $$;
create trigger file_was_deleted after update on file
  referencing new table as changed for each statement execute function queue_byte_deletion();
