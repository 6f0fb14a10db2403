-- { refusedAt, reply } while the mail server refuses the address for good. Until then nobody is emailed notifications there.
alter table freelancer add column email_refusal jsonb;
alter table client add column email_refusal jsonb;

-- A changed address has not been refused.
create function forget_email_refusal() returns trigger language plpgsql as $$
begin
  new.email_refusal := null;
  return new;
end $$;
create trigger freelancer_has_new_address before update of email on freelancer
  for each row when (lower(old.email) <> lower(new.email)) execute function forget_email_refusal();
create trigger client_has_new_address before update of email on client
  for each row when (lower(old.email) <> lower(new.email)) execute function forget_email_refusal();
