-- Nobody is emailed about the messages of an account that was deleted.
create or replace function remove_conversation() returns trigger language plpgsql as $$
begin
  new.client_mail_due := null;
  new.freelancer_mail_due := null;
  return new;
end $$;
