-- With CONFIRM_EMAIL, emails to clients wait until the freelancer has confirmed their address. Existing accounts count as
-- confirmed, so that their clients keep getting emails.
alter table freelancer add column email_confirmed_at timestamptz(3);
update freelancer set email_confirmed_at = now();

create table email_confirmation (
  token_hash bytea primary key,
  freelancer_id uuid not null references freelancer on delete cascade,
  expires_at timestamptz(3) not null
);
create index email_confirmation_freelancer on email_confirmation (freelancer_id);

-- True when an invitation was requested before the freelancer's address was confirmed. Confirmation sends it once.
alter table client add column invitation_waits boolean not null default false;

-- How many more emails may be sent until `ends_at` to a mailbox, on behalf of an account, or on request of an IP address.
create table email_allowance (
  key text primary key,
  remaining int not null,
  ends_at timestamptz(3) not null
);
create index email_allowance_end on email_allowance (ends_at);
