-- What a person of the freelancer's side has besides their password. The secret of an app is encrypted, and the last step of time whose
-- code was used is remembered, so that each code works once.
create table authenticator (
  freelancer_id uuid not null,
  secret bytea not null,
  last_step integer not null,
  created_at timestamp(3) with time zone not null,
  constraint authenticator_pkey primary key (freelancer_id),
  constraint authenticator_freelancer_id_fkey foreign key (freelancer_id) references freelancer (id) on delete cascade
);

-- A passkey works at the one address of the portal for which it was made.
create table passkey (
  id uuid not null,
  freelancer_id uuid not null,
  credential_id text not null,
  host text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  constraint passkey_pkey primary key (id),
  constraint passkey_credential_id_key unique (credential_id),
  constraint passkey_freelancer_id_fkey foreign key (freelancer_id) references freelancer (id) on delete cascade
);
create index passkey_of_person on passkey (freelancer_id);

create table recovery_code (
  freelancer_id uuid not null,
  code_hash bytea not null,
  used_at timestamp(3) with time zone,
  constraint recovery_code_pkey primary key (freelancer_id, code_hash),
  constraint recovery_code_freelancer_id_fkey foreign key (freelancer_id) references freelancer (id) on delete cascade
);

-- Browsers that are not asked for the second factor. One browser may be remembered by several people.
create table remembered_browser (
  freelancer_id uuid not null,
  token_hash bytea not null,
  expires_at timestamp(3) with time zone not null,
  constraint remembered_browser_pkey primary key (token_hash, freelancer_id),
  constraint remembered_browser_freelancer_id_fkey foreign key (freelancer_id) references freelancer (id) on delete cascade
);
create index remembered_browser_of_person on remembered_browser (freelancer_id);
create index remembered_browser_expiry on remembered_browser (expires_at);

-- One step of a login, a set-up or a confirmation, which ends with its success or by time.
create table factor_challenge (
  token_hash bytea not null,
  purpose text not null,
  freelancer_id uuid,
  session_id uuid,
  -- The hash of the browser's own id.
  device bytea,
  -- The encrypted secret of an app that is set up.
  secret bytea,
  -- What a passkey signs.
  to_sign text,
  expires_at timestamp(3) with time zone not null,
  constraint factor_challenge_pkey primary key (token_hash),
  constraint factor_challenge_purpose_check
    check (purpose in ('login', 'passkey_login', 'set_up_app', 'add_passkey', 'confirm')),
  constraint factor_challenge_freelancer_id_fkey foreign key (freelancer_id) references freelancer (id) on delete cascade,
  constraint factor_challenge_session_id_fkey foreign key (session_id) references session (id) on delete cascade
);
create index factor_challenge_of_person on factor_challenge (freelancer_id) where freelancer_id is not null;
create index factor_challenge_of_session on factor_challenge (session_id) where session_id is not null;
create index factor_challenge_expiry on factor_challenge (expires_at);

-- When the person of a session last gave their password or passkey. Sessions from before have to be confirmed first.
alter table session add column confirmed_at timestamp(3) with time zone;
