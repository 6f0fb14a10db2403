-- Sessions of clients that one browser keeps side by side have the same group: the id of the session that was added last. Null while
-- a session is alone.
alter table session
  add column portal_group uuid,
  add constraint portal_group_is_of_client check (portal_group is null or (client_id is not null and previewed_by is null));
create index session_portal_group on session (portal_group) where portal_group is not null;
