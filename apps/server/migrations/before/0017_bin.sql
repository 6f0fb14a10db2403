-- A deleted project or file stays in the bin for 30 days. `project.in_bin` and the state 'binned' of a file keep it out of every
-- read. The files of a project in the bin keep their state, because nobody reaches them without their project.
alter table project add column in_bin boolean not null default false;

alter table file
  drop constraint file_state_check,
  add constraint file_state_check check (state in ('receiving', 'stored', 'binned', 'deleted')),
  drop constraint file_state_sha256,
  add constraint file_state_sha256 check (state not in ('stored', 'binned') or sha256 is not null);

-- `in_bin` and `state` stand before the id, so that lists skip what is in the bin. Partial indexes could not serve the
-- foreign keys, which look up all rows of a client or project.
drop index project_of_client;
create index project_of_client on project (client_id, in_bin, id desc);
drop index file_list;
create index file_list on file (project_id, state, id desc);

-- A project in the bin without a row below has been deleted for good; a job deletes its files in batches, then the project.
create index project_in_bin on project (id) where in_bin;

-- Who deleted what, and when. The row goes when the project or file is restored or deleted for good.
create table bin_item (
  -- Made when the thing is deleted, so the order of the ids is the order of deletion.
  id uuid primary key,
  freelancer_id uuid not null,
  -- The deleted project, or the project of the deleted file.
  project_id uuid not null references project on delete cascade,
  file_id uuid references file on delete cascade,
  deleted_by text not null check (deleted_by in ('Freelancer', 'Client')),
  deleted_at timestamptz(3) not null
);
create index bin_item_list on bin_item (freelancer_id, id desc);
create unique index bin_item_once on bin_item (project_id, file_id) nulls not distinct;
create unique index bin_item_of_file on bin_item (file_id) where file_id is not null;
create index bin_item_age on bin_item (deleted_at);
