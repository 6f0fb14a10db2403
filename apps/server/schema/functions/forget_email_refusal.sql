-- A changed address has not been refused.
create or replace function forget_email_refusal() returns trigger language plpgsql as $$
begin
  new.email_refusal := null;
  return new;
end $$;
