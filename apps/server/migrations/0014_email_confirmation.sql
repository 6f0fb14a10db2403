-- Emails to clients wait until the freelancer's address is confirmed, where the configuration asks for that. Accounts from
-- before the rule count as confirmed: their clients get their emails as ever.
alter table freelancer add column email_confirmed_at timestamptz(3);
update freelancer set email_confirmed_at = now();

create table email_confirmation (
  token_hash bytea primary key,
  freelancer_id uuid not null references freelancer on delete cascade,
  expires_at timestamptz(3) not null
);
create index email_confirmation_freelancer on email_confirmation (freelancer_id);

-- An invitation was asked for before the freelancer's address was confirmed: it is sent then, once.
alter table client add column invitation_waits boolean not null default false;

-- How many more emails may go to a mailbox, on behalf of an account, or because of an address, until when.
create table email_allowance (
  key text primary key,
  remaining int not null,
  ends_at timestamptz(3) not null
);
create index email_allowance_end on email_allowance (ends_at);
