-- Each version of a file is a row of its own. Those of one file share `history_id`: the id of the first, which may be gone.
alter table file
  -- Null in the first version.
  add column version_of uuid,
  add column history_id uuid generated always as (coalesce(version_of, id)) stored,
  -- Counts 1, 2, 3 …, and is given when all bytes are there.
  add column version int not null default 1,
  -- Of the versions in state 'stored', one is the newest. Its row knows how many there are, so that lists need not count.
  add column is_newest boolean not null default true,
  add column versions int not null default 1;

create unique index file_version on file (history_id, version desc) where state in ('stored', 'binned');

drop index file_list;
create index file_list on file (project_id, state, is_newest, id desc);

-- A row exists once a file has had a second version, until its project is deleted. No number is used twice, even when
-- its version is deleted.
create table file_history (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  last_version int not null
);
create index file_history_of_project on file_history (project_id);
