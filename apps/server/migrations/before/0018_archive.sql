-- What is archived can be read by both sides and changed by neither.
alter table client add column archived_at timestamptz(3);
alter table project
  add column archived_at timestamptz(3),
  -- Archived by its client's archiving, and brought back with the client.
  add column archived_with_client boolean not null default false,
  add constraint project_archived_with_client check (archived_at is not null or not archived_with_client);
-- The same as `client.archived_at is not null`, in the row that each message locks and counts in.
alter table conversation add column archived boolean not null default false;

-- All projects of an archived client are archived, so reads and writes of a project look at its own row only.
create function archive_with_client() returns trigger language plpgsql as $$
begin
  if new.archived_at is not null then
    update project set archived_at = new.archived_at, archived_with_client = true
      where client_id = new.id and archived_at is null;
  else
    update project set archived_at = null, archived_with_client = false
      where client_id = new.id and archived_with_client;
  end if;
  -- Nobody is emailed about messages that were unread then.
  update conversation
    set archived = new.archived_at is not null, client_waits_since = null, freelancer_waits_since = null
    where client_id = new.id;
  return null;
end $$;
create trigger client_is_archived after update of archived_at on client
  for each row when ((old.archived_at is null) <> (new.archived_at is null)) execute function archive_with_client();

-- An archived project is neither overdue nor due. PostgreSQL before 17 cannot change the expression of a generated column.
alter table project drop column overdue_at;
alter table project add column overdue_at timestamptz generated always as (
  case when status <> 'Completed' and archived_at is null then (due_date + 1)::timestamp at time zone time_zone end
) stored;
create index project_deadline on project (freelancer_id, overdue_at, id) where overdue_at is not null and not in_bin;

-- The lists without what is archived, and of what is; neither has what is in the bin. project_list stays, for the foreign key and for storage.
create index project_active on project (freelancer_id, id desc) where archived_at is null and not in_bin;
create index project_archived on project (freelancer_id, id desc) where archived_at is not null and not in_bin;
drop index client_list;
create index client_active on client (freelancer_id, id desc) where archived_at is null;
create index client_archived on client (freelancer_id, id desc) where archived_at is not null;
