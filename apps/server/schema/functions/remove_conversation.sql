-- Nobody is emailed about the messages of an account that was deleted.
create or replace function remove_conversation() returns trigger language plpgsql as $$
begin
  delete from conversation_reader where client_id = new.client_id;
  return new;
end $$;
