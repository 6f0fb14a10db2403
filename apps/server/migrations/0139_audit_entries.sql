-- What was done that concerns safety, with the names of then. It refers to nothing, because it outlives what it speaks of.
create table audit_entry (
  id uuid primary key,
  workspace_id uuid not null,
  at timestamp(3) with time zone not null,
  actor_type text not null check (actor_type in ('freelancer', 'client', 'guest', 'operator', 'system')),
  actor_id uuid,
  actor_name text,
  action text not null,
  action_group text not null,
  target_kind text,
  target_id uuid,
  target_name text,
  device text,
  address text,
  details jsonb not null,
  -- What a search looks in: names, action, device and address, folded.
  words text not null
);

-- One for each filter, in the order of the list.
create index audit_entry_list on audit_entry (workspace_id, at desc, id desc);
create index audit_entry_of_group on audit_entry (workspace_id, action_group, at desc, id desc);
create index audit_entry_of_actor on audit_entry (workspace_id, actor_id, at desc, id desc);
create index audit_entry_of_target on audit_entry (workspace_id, target_id, at desc, id desc) where target_id is not null;
-- For the expiry. Rows are stored in the order of their times, so this index stays small.
create index audit_entry_expiry on audit_entry using brin (at);
