-- The open change of somebody's own address: one a person, until the new address confirms it.
create table email_change (
  id uuid primary key,
  freelancer_id uuid not null unique references freelancer on delete cascade,
  email text not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);

-- A change that took effect, which the address before it can undo. The row outlives the account and the time in which it can be used,
-- so that the link can say why it no longer works. Addresses are erased with the account.
create table email_undo (
  id uuid primary key,
  freelancer_id uuid references freelancer on delete set null,
  email text not null,
  email_key text,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  undone_at timestamptz
);
create index email_undo_freelancer on email_undo (freelancer_id);
create index email_undo_email on email_undo (coalesce(email_key, lower(email))) where undone_at is null;

-- Whether emails of earlier versions went to this address, as for clients.
alter table freelancer add column has_former_email_links boolean default false not null;
update freelancer set has_former_email_links = true;
