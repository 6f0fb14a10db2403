-- Each client has one conversation.
create or replace function start_conversation() returns trigger language plpgsql as $$
begin
  insert into conversation (client_id, freelancer_id) values (new.id, new.freelancer_id);
  return null;
end $$;
