-- In place of a foreign key, which would be checked for each message.
create or replace function end_conversation() returns trigger language plpgsql as $$
begin
  delete from message where client_id = old.client_id;
  return null;
end $$;
