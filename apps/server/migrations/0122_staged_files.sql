-- A client gathers files for a request before they send them together. Until then only the client sees them.
alter table file
  add column is_staged boolean not null default false,
  drop constraint file_state_check,
  add constraint file_state_check check (state in ('receiving', 'staged', 'stored', 'binned', 'deleted')),
  drop constraint file_state_sha256,
  add constraint file_state_sha256 check (state not in ('staged', 'stored', 'binned') or sha256 is not null);
create index file_staged on file (project_id, request_id) where state = 'staged';
