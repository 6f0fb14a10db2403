-- A session in another workspace of the same person, begun in this one and ending with it.
alter table session
  add column switched_from uuid,
  add constraint session_switched_from_fkey foreign key (switched_from) references session (id) on delete cascade;
create unique index session_switched on session (switched_from, workspace_id) where switched_from is not null;
