-- In place of foreign keys, which would look up the project and its people again for each event.
create or replace function delete_events() returns trigger language plpgsql as $$
begin
  delete from event where scope_id = old.id;
  delete from unread where scope_id = old.id;
  return null;
end $$;
