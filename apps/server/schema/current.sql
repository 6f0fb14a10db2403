create table applied_schema (
  file text not null,
  checksum text not null,
  undo text not null
);

create table audit_entry (
  id uuid not null,
  workspace_id uuid not null,
  at timestamp(3) with time zone not null,
  actor_type text not null,
  actor_id uuid,
  actor_name text,
  action text not null,
  action_group text not null,
  target_kind text,
  target_id uuid,
  target_name text,
  device text,
  address text,
  details jsonb not null,
  words text not null
);

create table authenticator (
  freelancer_id uuid not null,
  secret bytea not null,
  last_step integer not null,
  created_at timestamp(3) with time zone not null
);

create table billing_account (
  workspace_id uuid not null,
  customer_id text,
  subscription_id text,
  current_period_end timestamp(3) with time zone,
  trial_ends_at timestamp(3) with time zone,
  cancel_at_period_end boolean default false not null,
  subscribed_before boolean default false not null,
  checkout_session_id text,
  checkout_plan text,
  revision integer default 0 not null,
  read_at timestamp(3) with time zone,
  next_plan text,
  has_card boolean default false not null,
  ended_subscription_id text,
  ended_plan text,
  ended_at timestamp(3) with time zone,
  ended_reason text,
  end_dismissed_id text,
  last_charge_pence integer,
  last_charged_at timestamp(3) with time zone
);

create table bin_item (
  id uuid not null,
  workspace_id uuid not null,
  project_id uuid not null,
  file_id uuid,
  deleted_by text not null,
  deleted_at timestamp(3) with time zone not null,
  deleted_by_id uuid
);

create table brand (
  workspace_id uuid not null,
  colour text,
  reply_to text,
  show_made_with boolean default true not null,
  logo bytea,
  logo_width integer,
  logo_height integer,
  logo_plate text,
  version integer default 1 not null
);

create table calendar_feed (
  token_hash bytea not null,
  freelancer_id uuid,
  client_id uuid,
  created_at timestamp(3) with time zone not null,
  workspace_id uuid
);

create table client (
  id uuid not null,
  workspace_id uuid not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  company text,
  created_at timestamp(3) with time zone default now() not null,
  last_seen_at timestamp(3) with time zone,
  archived_at timestamp(3) with time zone,
  unsent_invitation text,
  work_mail text default 'soon'::text not null,
  message_mail text default 'soon'::text not null,
  push boolean default false not null,
  notified_at timestamp(3) with time zone,
  time_zone text,
  email_refusal jsonb,
  email_key text,
  has_former_email_links boolean default false not null,
  email_before text,
  email_changed_at timestamp with time zone,
  contact_of uuid,
  looks_only boolean default false not null,
  removed_at timestamp(3) with time zone,
  lead_id uuid not null
);

create table client_member (
  client_id uuid not null,
  person_id uuid not null,
  workspace_id uuid not null,
  assigned_at timestamp(3) with time zone default '-infinity'::timestamp with time zone not null
);

create table conversation (
  client_id uuid not null,
  workspace_id uuid,
  last_number integer default 0 not null,
  client_total integer default 0 not null,
  last_at timestamp(3) with time zone,
  archived boolean default false not null,
  freelancer_wrote_at timestamp(3) with time zone
) with (fillfactor=60);

create table conversation_reader (
  client_id uuid not null,
  person_id uuid not null,
  side text not null,
  since integer default 0 not null,
  seen integer default 0 not null,
  read integer default 0,
  mailed integer default 0 not null,
  mail_due timestamp(3) with time zone
) with (fillfactor=60);

create table created_once (
  freelancer_id uuid,
  client_id uuid,
  key text not null,
  created_id uuid not null,
  created_at timestamp with time zone not null
);

create table deadline_reminder (
  project_id uuid not null,
  reader text not null,
  person_id uuid not null,
  due_date date not null,
  mail_due timestamp(3) with time zone
);

create table email_allowance (
  key text not null,
  remaining integer not null,
  ends_at timestamp(3) with time zone not null
);

create table email_change (
  id uuid not null,
  freelancer_id uuid not null,
  email text not null,
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  requested_at timestamp(3) with time zone default now() not null
);

create table email_confirmation (
  token_hash bytea not null,
  freelancer_id uuid not null,
  expires_at timestamp(3) with time zone not null
);

create table email_undo (
  id uuid not null,
  freelancer_id uuid,
  email text not null,
  email_key text,
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  undone_at timestamp with time zone,
  requested_at timestamp(3) with time zone
);

create table event (
  id uuid not null,
  workspace_id uuid not null,
  client_id uuid not null,
  project_id uuid,
  scope_id uuid not null,
  kind text not null,
  actor_type text not null,
  actor_name text not null,
  subject jsonb not null,
  created_at timestamp(3) with time zone not null,
  number integer not null,
  for_freelancer boolean not null,
  for_client boolean not null,
  freelancer_notifications integer not null,
  client_notifications integer not null,
  actor_id uuid,
  for_person uuid
);

create table expand_migration (
  name text not null
);

create table factor_challenge (
  token_hash bytea not null,
  purpose text not null,
  freelancer_id uuid,
  session_id uuid,
  device bytea,
  secret bytea,
  to_sign text,
  expires_at timestamp(3) with time zone not null
);

create table feedback (
  id uuid not null,
  project_id uuid not null,
  client_id uuid not null,
  message text not null,
  created_at timestamp(3) with time zone default now() not null,
  edited_at timestamp(3) with time zone,
  reply_count integer default 0 not null
);

create table feedback_reply (
  id uuid not null,
  feedback_id uuid not null,
  number integer not null,
  author_type text not null,
  message text not null,
  created_at timestamp(3) with time zone default now() not null,
  edited_at timestamp(3) with time zone,
  author_id uuid
);

create table file (
  id uuid not null,
  project_id uuid,
  uploader_type text not null,
  name text not null,
  content_type text not null,
  size bigint not null,
  sha256 bytea,
  has_thumbnail boolean default false not null,
  created_at timestamp(3) with time zone default now() not null,
  state text default 'stored'::text not null,
  expires_at timestamp(3) with time zone,
  version_of uuid,
  history_id uuid generated always as (COALESCE(version_of, id)) stored,
  version integer default 1 not null,
  is_newest boolean default true not null,
  versions integer default 1 not null,
  review jsonb,
  request_id uuid,
  guest_name text,
  link_id uuid,
  binned_with uuid,
  client_upload_id text,
  notes_for_freelancer integer default 0 not null,
  notes_for_client integer default 0 not null,
  is_thumbnail_by_uploader boolean default false not null,
  section_id uuid,
  is_staged boolean default false not null,
  uploader_id uuid
);

create table file_history (
  id uuid not null,
  project_id uuid not null,
  last_version integer not null
);

create table file_picture (
  file_id uuid not null,
  width integer,
  height integer,
  has_preview boolean not null,
  pages integer
);

create table file_section (
  id uuid not null,
  project_id uuid not null,
  "position" integer not null,
  name text not null
);

create table form_upload (
  id uuid not null,
  workspace_id uuid not null,
  uploader text not null,
  size bigint not null,
  received bigint default 0 not null,
  seen_at timestamp with time zone default clock_timestamp() not null
);

create table freelancer (
  id uuid not null,
  name text not null,
  email text not null,
  password_hash text not null,
  time_zone text default 'UTC'::text not null,
  created_at timestamp(3) with time zone default now() not null,
  email_confirmed_at timestamp(3) with time zone,
  work_mail text default 'soon'::text not null,
  message_mail text default 'soon'::text not null,
  push boolean default false not null,
  notified_at timestamp(3) with time zone,
  email_refusal jsonb,
  email_key text,
  has_former_email_links boolean default false not null,
  suspended_at timestamp with time zone
);

create table guest_link (
  id uuid not null,
  request_id uuid not null,
  token_hash bytea not null,
  made_by text not null,
  maker text not null,
  note text,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  uses integer default 0 not null,
  last_used_at timestamp(3) with time zone,
  message text,
  mailed_to text,
  maker_id uuid,
  opened_at timestamp(3) with time zone
);

create table installation (
  is_only boolean default true not null,
  id uuid not null,
  created_at timestamp(3) with time zone default now() not null,
  version text not null,
  marked_at timestamp(3) with time zone,
  clean_up_not_before timestamp(3) with time zone not null,
  written_by bigint not null,
  incarnation uuid,
  written_in oid,
  secret_check text
);

create table known_device (
  freelancer_id uuid not null,
  device text not null,
  last_seen_at timestamp(3) with time zone not null
);

create table login_link (
  token_hash bytea not null,
  client_id uuid not null,
  created_at timestamp(3) with time zone default now() not null,
  expires_at timestamp(3) with time zone not null,
  last_opened_at timestamp(3) with time zone,
  id uuid not null,
  origin text not null
);

create table mail_failure (
  is_only boolean generated always as (true) stored not null,
  since timestamp(3) with time zone not null
);

create table member (
  workspace_id uuid not null,
  person_id uuid not null,
  role text not null,
  sees text default 'all'::text not null,
  joined_at timestamp(3) with time zone default now() not null,
  opened_at timestamp(3) with time zone default now() not null,
  last_seen_at timestamp(3) with time zone,
  paused_at timestamp(3) with time zone
);

create table member_invitation (
  id uuid not null,
  workspace_id uuid not null,
  email text not null,
  email_key text not null,
  role text not null,
  sees text not null,
  client_ids uuid[] default '{}'::uuid[] not null,
  invited_by uuid,
  invited_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  accepted_at timestamp(3) with time zone,
  accepted_by uuid,
  withdrawn_at timestamp(3) with time zone
);

create table member_invitation_code (
  invitation_id uuid not null,
  person_id uuid not null,
  hash bytea not null,
  tries_left integer not null,
  expires_at timestamp(3) with time zone not null
);

create table member_invitation_link (
  token_hash bytea not null,
  invitation_id uuid not null
);

create table message (
  client_id uuid not null,
  sender_id uuid not null,
  created_at timestamp(3) with time zone not null,
  number integer not null,
  client_total integer not null,
  by_client boolean not null,
  client_message_id text,
  content text not null,
  search_text text not null,
  files jsonb
);

create table note (
  id uuid not null,
  file_id uuid not null,
  history_id uuid not null,
  number integer not null,
  author_type text not null,
  text text not null,
  page integer,
  x double precision,
  y double precision,
  t double precision,
  state text default 'open'::text not null,
  reason text,
  settled_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  edited_at timestamp(3) with time zone,
  reply_count integer default 0 not null,
  author_id uuid,
  settled_by uuid
);

create table note_reply (
  id uuid not null,
  note_id uuid not null,
  number integer not null,
  author_type text not null,
  text text not null,
  created_at timestamp(3) with time zone default now() not null,
  author_id uuid
);

create table partial_upload (
  id uuid not null,
  holder uuid,
  holder_mark text,
  held_until timestamp with time zone,
  is_wanted boolean default false not null,
  active_at timestamp with time zone default clock_timestamp() not null,
  failed_at timestamp with time zone,
  state jsonb
);

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
  last_used_at timestamp(3) with time zone
);

create table password_reset (
  freelancer_id uuid not null,
  token_hash bytea not null,
  expires_at timestamp(3) with time zone not null
);

create table process (
  id uuid not null,
  mark text not null,
  host text not null,
  pid integer not null,
  redis text,
  storage text not null,
  secret_check text not null,
  started_at timestamp(3) with time zone default clock_timestamp() not null,
  seen_at timestamp(3) with time zone default clock_timestamp() not null,
  version text,
  role text default 'both'::text not null,
  schema text
);

create table project (
  id uuid not null,
  workspace_id uuid,
  client_id uuid,
  title text not null,
  description text not null,
  status text not null,
  due_date date,
  created_at timestamp(3) with time zone default now() not null,
  time_zone text not null,
  in_bin boolean default false not null,
  archived_at timestamp(3) with time zone,
  archived_with_client boolean default false not null,
  overdue_at timestamp with time zone generated always as (
CASE
    WHEN ((status <> 'Completed'::text) AND (archived_at IS NULL)) THEN (((due_date + 1))::timestamp without time zone AT TIME ZONE time_zone)
    ELSE NULL::timestamp with time zone
END) stored,
  completed_on date,
  agreed_due_date date,
  status_before_completion text,
  passed_to text,
  feedback_waits boolean default false not null,
  turn text,
  turn_reason text,
  turn_since timestamp(3) with time zone,
  turn_note jsonb,
  nudged_on date,
  freelancer_days integer default 0 not null,
  freelancer_turns integer default 0 not null,
  client_days integer default 0 not null,
  client_turns integer default 0 not null,
  nobody_days integer default 0 not null,
  due_date_client_days integer default 0 not null,
  open_requests integer default 0 not null,
  answered_requests integer default 0 not null,
  reminders_on boolean default true not null,
  waiting jsonb default '[]'::jsonb not null
);

create table push_key (
  only_one boolean default true not null,
  private_key text not null
);

create table push_subscription (
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamp(3) with time zone not null
);

create table receipt (
  id uuid not null,
  project_id uuid not null,
  review_id uuid not null,
  number integer not null,
  receipt jsonb not null,
  signature jsonb
);

create table receipt_key (
  id text not null,
  public_key text not null,
  private_key text,
  created_at timestamp(3) with time zone default now() not null
);

create table recovery_code (
  freelancer_id uuid not null,
  code_hash bytea not null,
  used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default '-infinity'::timestamp with time zone not null,
  is_sealed boolean default false not null
);

create table remembered_browser (
  freelancer_id uuid not null,
  token_hash bytea not null,
  expires_at timestamp(3) with time zone not null
);

create table request (
  id uuid not null,
  project_id uuid not null,
  workspace_id uuid not null,
  client_id uuid not null,
  "position" integer not null,
  title text not null,
  details text,
  kind text not null,
  due_date date,
  state text default 'open'::text not null,
  state_since timestamp(3) with time zone not null,
  sent_back boolean default false not null,
  reason text,
  created_at timestamp(3) with time zone not null,
  remind_on date,
  reminded_at timestamp(3) with time zone,
  client_request_id text
);

create table request_answer (
  id uuid not null,
  request_id uuid not null,
  author_type text not null,
  author_name text,
  text text,
  unable text,
  comment text,
  answered_at timestamp(3) with time zone not null,
  author_id uuid
);

create table review (
  id uuid not null,
  project_id uuid not null,
  history_id uuid not null,
  round integer not null,
  file_id uuid not null,
  file_name text not null,
  version integer not null,
  size bigint not null,
  sha256 bytea not null,
  message text,
  due_date date,
  needs_code boolean not null,
  created_at timestamp(3) with time zone not null,
  state text default 'open'::text not null,
  state_since timestamp(3) with time zone not null,
  comment text,
  identified_by text,
  decided_at timestamp(3) with time zone,
  decided_in uuid,
  group_id uuid not null,
  is_choice boolean default false not null,
  decided_by uuid,
  asked_by uuid
);

create table review_code (
  review_id uuid not null,
  hash bytea not null,
  tries_left integer not null,
  expires_at timestamp(3) with time zone not null,
  email text not null,
  person_id uuid not null
);

create table search_item (
  id uuid not null,
  kind text not null,
  workspace_id uuid,
  client_id uuid,
  title text,
  text text
);

create table session (
  id uuid not null,
  freelancer_id uuid,
  client_id uuid,
  created_at timestamp(3) with time zone default now() not null,
  expires_at timestamp(3) with time zone not null,
  user_agent text,
  last_seen_at timestamp(3) with time zone default now() not null,
  previewed_by uuid,
  known_by text,
  portal_group uuid,
  workspace_id uuid,
  confirmed_at timestamp(3) with time zone,
  address_range text,
  switched_from uuid
);

create table stripe_event (
  id text not null,
  type text not null,
  received_at timestamp(3) with time zone default now() not null
);

create table team_note (
  id uuid not null,
  client_id uuid,
  project_id uuid,
  file_id uuid,
  history_id uuid,
  author_id uuid not null,
  text text not null,
  mentioned uuid[] default '{}'::uuid[] not null,
  created_at timestamp(3) with time zone not null,
  edited_at timestamp(3) with time zone
);

create table unread (
  scope_id uuid not null,
  reader text not null,
  person_id uuid not null,
  read_notifications integer not null,
  mailed_notifications integer not null,
  mail_due timestamp(3) with time zone,
  push_due timestamp(3) with time zone,
  pushed_at timestamp(3) with time zone,
  read_beyond int4multirange default '{}'::int4multirange not null
);

create table workspace (
  id uuid not null,
  name text,
  plan text default 'free'::text not null,
  subscription_status text default 'active'::text not null,
  time_zone text default 'UTC'::text not null,
  created_at timestamp(3) with time zone default now() not null,
  require_second_factor boolean default false not null,
  over_members_since timestamp(3) with time zone
);

alter table applied_schema add constraint applied_schema_pkey PRIMARY KEY (file);

alter table audit_entry add constraint audit_entry_actor_type_check CHECK ((actor_type = ANY (ARRAY['freelancer'::text, 'client'::text, 'guest'::text, 'operator'::text, 'system'::text])));
alter table audit_entry add constraint audit_entry_pkey PRIMARY KEY (id);

alter table authenticator add constraint authenticator_pkey PRIMARY KEY (freelancer_id);

alter table billing_account add constraint billing_account_customer_id_key UNIQUE (customer_id);
alter table billing_account add constraint billing_account_pkey PRIMARY KEY (workspace_id);

alter table bin_item add constraint bin_item_deleted_by_check CHECK ((deleted_by = ANY (ARRAY['Freelancer'::text, 'Client'::text])));
alter table bin_item add constraint bin_item_pkey PRIMARY KEY (id);

alter table brand add constraint brand_colour_check CHECK ((colour ~ '^#[0-9a-f]{6}$'::text));
alter table brand add constraint brand_logo CHECK ((((logo IS NULL) = (logo_width IS NULL)) AND ((logo IS NULL) = (logo_height IS NULL))));
alter table brand add constraint brand_logo_plate_check CHECK ((logo_plate = ANY (ARRAY['light'::text, 'dark'::text])));
alter table brand add constraint brand_pkey PRIMARY KEY (workspace_id);

alter table calendar_feed add constraint calendar_feed_check CHECK ((num_nonnulls(freelancer_id, client_id) = 1));
alter table calendar_feed add constraint calendar_feed_client_id_key UNIQUE (client_id);
alter table calendar_feed add constraint calendar_feed_freelancer_id_workspace_id_key UNIQUE (freelancer_id, workspace_id);
alter table calendar_feed add constraint calendar_feed_pkey PRIMARY KEY (token_hash);
alter table calendar_feed add constraint calendar_of_member_has_workspace CHECK (((freelancer_id IS NULL) = (workspace_id IS NULL)));

alter table client add constraint client_id_workspace_id_key UNIQUE (id, workspace_id);
alter table client add constraint client_id_workspace_id_lead_id_key UNIQUE (id, workspace_id, lead_id);
alter table client add constraint client_message_mail_check CHECK ((message_mail = ANY (ARRAY['soon'::text, 'never'::text])));
alter table client add constraint client_pkey PRIMARY KEY (id);
alter table client add constraint client_unsent_invitation_check CHECK ((unsent_invitation = ANY (ARRAY['unconfirmed'::text, 'first-project'::text, 'limited'::text, 'never'::text])));
alter table client add constraint client_work_mail_check CHECK ((work_mail = ANY (ARRAY['soon'::text, 'daily'::text, 'never'::text])));
alter table client add constraint only_contacts_look_or_go CHECK (((contact_of IS NOT NULL) OR ((NOT looks_only) AND (removed_at IS NULL))));
alter table client add constraint removed_contact_has_no_address CHECK (((removed_at IS NULL) OR (email = ''::text)));

alter table client_member add constraint client_member_pkey PRIMARY KEY (client_id, person_id);

alter table conversation add constraint conversation_pkey PRIMARY KEY (client_id);

alter table conversation_reader add constraint conversation_reader_pkey PRIMARY KEY (client_id, person_id);
alter table conversation_reader add constraint conversation_reader_side_check CHECK ((side = ANY (ARRAY['freelancer'::text, 'client'::text])));

alter table created_once add constraint created_once_check CHECK ((num_nonnulls(freelancer_id, client_id) = 1));
alter table created_once add constraint created_once_freelancer_id_client_id_key_key UNIQUE NULLS NOT DISTINCT (freelancer_id, client_id, key);

alter table deadline_reminder add constraint deadline_reminder_pkey PRIMARY KEY (project_id, person_id);
alter table deadline_reminder add constraint deadline_reminder_reader_check CHECK ((reader = ANY (ARRAY['freelancer'::text, 'client'::text])));

alter table email_allowance add constraint email_allowance_pkey PRIMARY KEY (key);

alter table email_change add constraint email_change_freelancer_id_key UNIQUE (freelancer_id);
alter table email_change add constraint email_change_pkey PRIMARY KEY (id);
alter table email_change add constraint email_change_token_hash_key UNIQUE (token_hash);

alter table email_confirmation add constraint email_confirmation_pkey PRIMARY KEY (token_hash);

alter table email_undo add constraint email_undo_pkey PRIMARY KEY (id);
alter table email_undo add constraint email_undo_token_hash_key UNIQUE (token_hash);

alter table event add constraint event_actor_type_check CHECK ((actor_type = ANY (ARRAY['freelancer'::text, 'client'::text, 'guest'::text, 'system'::text])));
alter table event add constraint event_pkey PRIMARY KEY (id);

alter table expand_migration add constraint expand_migration_pkey PRIMARY KEY (name);

alter table factor_challenge add constraint factor_challenge_pkey PRIMARY KEY (token_hash);
alter table factor_challenge add constraint factor_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['login'::text, 'passkey_login'::text, 'set_up_app'::text, 'add_passkey'::text, 'confirm'::text])));

alter table feedback add constraint feedback_pkey PRIMARY KEY (id);

alter table feedback_reply add constraint feedback_reply_author_type_check CHECK ((author_type = ANY (ARRAY['Freelancer'::text, 'Client'::text])));
alter table feedback_reply add constraint feedback_reply_feedback_id_number_key UNIQUE (feedback_id, number);
alter table feedback_reply add constraint feedback_reply_pkey PRIMARY KEY (id);

alter table file add constraint file_guest CHECK (((uploader_type = 'Guest'::text) = (guest_name IS NOT NULL)));
alter table file add constraint file_pkey PRIMARY KEY (id);
alter table file add constraint file_sha256_check CHECK ((octet_length(sha256) = 32));
alter table file add constraint file_size_check CHECK ((size >= 0));
alter table file add constraint file_state_check CHECK ((state = ANY (ARRAY['receiving'::text, 'staged'::text, 'stored'::text, 'binned'::text, 'deleted'::text])));
alter table file add constraint file_state_expiry CHECK (((state = 'receiving'::text) = (expires_at IS NOT NULL)));
alter table file add constraint file_state_project CHECK (((state = 'deleted'::text) = (project_id IS NULL)));
alter table file add constraint file_state_sha256 CHECK (((state <> ALL (ARRAY['staged'::text, 'stored'::text, 'binned'::text])) OR (sha256 IS NOT NULL)));
alter table file add constraint file_uploader_type_check CHECK ((uploader_type = ANY (ARRAY['Freelancer'::text, 'Client'::text, 'Guest'::text])));

alter table file_history add constraint file_history_pkey PRIMARY KEY (id);

alter table file_picture add constraint file_picture_check CHECK (((width IS NULL) = (height IS NULL)));
alter table file_picture add constraint file_picture_check1 CHECK (((width IS NOT NULL) OR (NOT has_preview)));
alter table file_picture add constraint file_picture_pkey PRIMARY KEY (file_id);

alter table file_section add constraint file_section_pkey PRIMARY KEY (id);

alter table form_upload add constraint form_upload_pkey PRIMARY KEY (id);

alter table freelancer add constraint freelancer_message_mail_check CHECK ((message_mail = ANY (ARRAY['soon'::text, 'never'::text])));
alter table freelancer add constraint freelancer_pkey PRIMARY KEY (id);
alter table freelancer add constraint freelancer_work_mail_check CHECK ((work_mail = ANY (ARRAY['soon'::text, 'daily'::text, 'never'::text])));

alter table guest_link add constraint guest_link_made_by_check CHECK ((made_by = ANY (ARRAY['freelancer'::text, 'client'::text])));
alter table guest_link add constraint guest_link_pkey PRIMARY KEY (id);
alter table guest_link add constraint guest_link_token_hash_key UNIQUE (token_hash);

alter table installation add constraint installation_is_only_check CHECK (is_only);
alter table installation add constraint installation_pkey PRIMARY KEY (is_only);

alter table known_device add constraint known_device_pkey PRIMARY KEY (freelancer_id, device);

alter table login_link add constraint login_link_origin_check CHECK ((origin = ANY (ARRAY['mailed'::text, 'handed_out'::text])));
alter table login_link add constraint login_link_pkey PRIMARY KEY (token_hash);

alter table mail_failure add constraint mail_failure_pkey PRIMARY KEY (is_only);

alter table member add constraint member_pkey PRIMARY KEY (workspace_id, person_id);
alter table member add constraint member_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])));
alter table member add constraint member_sees_check CHECK ((sees = ANY (ARRAY['all'::text, 'assigned'::text])));
alter table member add constraint only_members_see_less CHECK (((role = 'member'::text) OR (sees = 'all'::text)));

alter table member_invitation add constraint member_invitation_pkey PRIMARY KEY (id);
alter table member_invitation add constraint member_invitation_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text])));
alter table member_invitation add constraint member_invitation_sees_check CHECK ((sees = ANY (ARRAY['all'::text, 'assigned'::text])));
alter table member_invitation add constraint only_invited_members_see_less CHECK (((role = 'member'::text) OR (sees = 'all'::text)));

alter table member_invitation_code add constraint member_invitation_code_pkey PRIMARY KEY (invitation_id, person_id);

alter table member_invitation_link add constraint member_invitation_link_pkey PRIMARY KEY (token_hash);

alter table message add constraint message_pkey PRIMARY KEY (client_id, number);

alter table note add constraint note_author_type_check CHECK ((author_type = ANY (ARRAY['Freelancer'::text, 'Client'::text])));
alter table note add constraint note_history_id_number_key UNIQUE (history_id, number);
alter table note add constraint note_page_check CHECK ((page >= 1));
alter table note add constraint note_pkey PRIMARY KEY (id);
alter table note add constraint note_place CHECK (((x IS NULL) = (y IS NULL)));
alter table note add constraint note_reason CHECK (((state = 'declined'::text) = (reason IS NOT NULL)));
alter table note add constraint note_settled CHECK (((state = 'open'::text) = (settled_at IS NULL)));
alter table note add constraint note_state_check CHECK ((state = ANY (ARRAY['open'::text, 'done'::text, 'declined'::text])));
alter table note add constraint note_t_check CHECK (((t >= (0)::double precision) AND (t <= (1000000)::double precision)));
alter table note add constraint note_x_check CHECK (((x >= (0)::double precision) AND (x <= (1)::double precision)));
alter table note add constraint note_y_check CHECK (((y >= (0)::double precision) AND (y <= (1)::double precision)));

alter table note_reply add constraint note_reply_author_type_check CHECK ((author_type = ANY (ARRAY['Freelancer'::text, 'Client'::text])));
alter table note_reply add constraint note_reply_note_id_number_key UNIQUE (note_id, number);
alter table note_reply add constraint note_reply_pkey PRIMARY KEY (id);

alter table partial_upload add constraint partial_upload_holder CHECK (((holder IS NULL) = (held_until IS NULL)));
alter table partial_upload add constraint partial_upload_pkey PRIMARY KEY (id);

alter table passkey add constraint passkey_credential_id_key UNIQUE (credential_id);
alter table passkey add constraint passkey_pkey PRIMARY KEY (id);

alter table password_reset add constraint password_reset_pkey PRIMARY KEY (freelancer_id);
alter table password_reset add constraint password_reset_token_hash_key UNIQUE (token_hash);

alter table process add constraint process_pkey PRIMARY KEY (id);

alter table project add constraint project_archived_with_client CHECK (((archived_at IS NOT NULL) OR (NOT archived_with_client)));
alter table project add constraint project_completion CHECK ((((completed_on IS NULL) OR (status = 'Completed'::text)) AND ((status_before_completion IS NULL) OR (completed_on IS NOT NULL)) AND ((agreed_due_date IS NULL) OR (status_before_completion IS NOT NULL))));
alter table project add constraint project_owners CHECK ((in_bin OR ((workspace_id IS NOT NULL) AND (client_id IS NOT NULL))));
alter table project add constraint project_passed_to_check CHECK ((passed_to = ANY (ARRAY['freelancer'::text, 'client'::text])));
alter table project add constraint project_pkey PRIMARY KEY (id);
alter table project add constraint project_status_before_completion_check CHECK ((status_before_completion = ANY (ARRAY['Pending'::text, 'In Progress'::text])));
alter table project add constraint project_status_check CHECK ((status = ANY (ARRAY['Pending'::text, 'In Progress'::text, 'Completed'::text])));
alter table project add constraint project_turn_check CHECK ((turn = ANY (ARRAY['freelancer'::text, 'client'::text])));

alter table push_key add constraint push_key_only_one_check CHECK (only_one);
alter table push_key add constraint push_key_pkey PRIMARY KEY (only_one);

alter table push_subscription add constraint push_subscription_endpoint_key UNIQUE (endpoint);
alter table push_subscription add constraint push_subscription_pkey PRIMARY KEY (session_id);

alter table receipt add constraint receipt_is_signed CHECK ((signature IS NOT NULL)) NOT VALID;
alter table receipt add constraint receipt_pkey PRIMARY KEY (id);

alter table receipt_key add constraint receipt_key_pkey PRIMARY KEY (id);

alter table recovery_code add constraint recovery_code_pkey PRIMARY KEY (freelancer_id, code_hash);

alter table remembered_browser add constraint remembered_browser_pkey PRIMARY KEY (token_hash, freelancer_id);

alter table request add constraint request_kind_check CHECK ((kind = ANY (ARRAY['file'::text, 'text'::text])));
alter table request add constraint request_pkey PRIMARY KEY (id);
alter table request add constraint request_position UNIQUE (project_id, "position") DEFERRABLE;
alter table request add constraint request_reason CHECK ((sent_back OR (reason IS NULL)));
alter table request add constraint request_remind_on CHECK (((state = 'open'::text) OR (remind_on IS NULL)));
alter table request add constraint request_sent_back CHECK (((state = 'open'::text) OR (NOT sent_back)));
alter table request add constraint request_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text, 'accepted'::text])));

alter table request_answer add constraint request_answer_author CHECK (((author_type = 'Guest'::text) = (author_name IS NOT NULL)));
alter table request_answer add constraint request_answer_author_type_check CHECK ((author_type = ANY (ARRAY['Client'::text, 'Guest'::text])));
alter table request_answer add constraint request_answer_contents CHECK ((((text IS NULL) <> (unable IS NULL)) AND ((comment IS NULL) OR (unable IS NOT NULL))));
alter table request_answer add constraint request_answer_pkey PRIMARY KEY (id);
alter table request_answer add constraint request_answer_unable_check CHECK ((unable = ANY (ARRAY['missing'::text, 'unneeded'::text])));

alter table review add constraint review_decision CHECK (((state = ANY (ARRAY['approved'::text, 'changes_requested'::text, 'not_chosen'::text])) = (decided_at IS NOT NULL)));
alter table review add constraint review_identified_by_check CHECK ((identified_by = ANY (ARRAY['link'::text, 'code'::text, 'mailed_link'::text, 'earlier_code'::text])));
alter table review add constraint review_pkey PRIMARY KEY (id);
alter table review add constraint review_sha256_check CHECK ((octet_length(sha256) = 32));
alter table review add constraint review_state_check CHECK ((state = ANY (ARRAY['open'::text, 'approved'::text, 'changes_requested'::text, 'not_chosen'::text, 'withdrawn'::text, 'replaced'::text])));

alter table review_code add constraint review_code_pkey PRIMARY KEY (review_id, person_id);

alter table search_item add constraint search_item_pkey PRIMARY KEY (id, kind);

alter table session add constraint member_has_workspace CHECK (((freelancer_id IS NULL) = (workspace_id IS NULL)));
alter table session add constraint portal_group_is_of_client CHECK (((portal_group IS NULL) OR ((client_id IS NOT NULL) AND (previewed_by IS NULL))));
alter table session add constraint preview_is_of_client CHECK (((previewed_by IS NULL) OR (client_id IS NOT NULL)));
alter table session add constraint session_check CHECK ((num_nonnulls(freelancer_id, client_id) = 1));
alter table session add constraint session_known_by_check CHECK ((known_by = ANY (ARRAY['mailed'::text, 'handed_out'::text, 'code'::text])));
alter table session add constraint session_pkey PRIMARY KEY (id);

alter table stripe_event add constraint stripe_event_pkey PRIMARY KEY (id);

alter table team_note add constraint team_note_history CHECK (((file_id IS NULL) = (history_id IS NULL)));
alter table team_note add constraint team_note_is_about_one_thing CHECK ((num_nonnulls(client_id, project_id, file_id) = 1));
alter table team_note add constraint team_note_pkey PRIMARY KEY (id);

alter table unread add constraint unread_pkey PRIMARY KEY (scope_id, person_id);
alter table unread add constraint unread_reader_check CHECK ((reader = ANY (ARRAY['freelancer'::text, 'client'::text])));

alter table workspace add constraint workspace_id_time_zone_key UNIQUE (id, time_zone);
alter table workspace add constraint workspace_pkey PRIMARY KEY (id);
alter table workspace add constraint workspace_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'starter'::text, 'pro'::text, 'enterprise'::text])));

alter table authenticator add constraint authenticator_freelancer_id_fkey FOREIGN KEY (freelancer_id) REFERENCES freelancer(id) ON DELETE CASCADE;

alter table billing_account add constraint billing_account_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

alter table bin_item add constraint bin_item_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE CASCADE;
alter table bin_item add constraint bin_item_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE;

alter table brand add constraint brand_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

alter table calendar_feed add constraint calendar_feed_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id) ON DELETE CASCADE;
alter table calendar_feed add constraint calendar_feed_freelancer_id_fkey FOREIGN KEY (freelancer_id) REFERENCES freelancer(id) ON DELETE CASCADE;
alter table calendar_feed add constraint calendar_feed_of_member_fkey FOREIGN KEY (workspace_id, freelancer_id) REFERENCES member(workspace_id, person_id) ON DELETE CASCADE;

alter table client add constraint client_contact_of_fkey FOREIGN KEY (contact_of, workspace_id, lead_id) REFERENCES client(id, workspace_id, lead_id) ON UPDATE CASCADE ON DELETE CASCADE;
alter table client add constraint client_lead_id_fkey FOREIGN KEY (workspace_id, lead_id) REFERENCES member(workspace_id, person_id);
alter table client add constraint client_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

alter table client_member add constraint client_member_client_id_fkey FOREIGN KEY (client_id, workspace_id) REFERENCES client(id, workspace_id) ON DELETE CASCADE;
alter table client_member add constraint client_member_person_id_fkey FOREIGN KEY (workspace_id, person_id) REFERENCES member(workspace_id, person_id) ON DELETE CASCADE;

alter table conversation add constraint conversation_client_id_workspace_id_fkey FOREIGN KEY (client_id, workspace_id) REFERENCES client(id, workspace_id) ON DELETE SET NULL (workspace_id);

alter table conversation_reader add constraint conversation_reader_client_id_fkey FOREIGN KEY (client_id) REFERENCES conversation(client_id) ON DELETE CASCADE;

alter table created_once add constraint created_once_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id) ON DELETE CASCADE;
alter table created_once add constraint created_once_freelancer_id_fkey FOREIGN KEY (freelancer_id) REFERENCES freelancer(id) ON DELETE CASCADE;

alter table deadline_reminder add constraint deadline_reminder_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE;

alter table email_change add constraint email_change_freelancer_id_fkey FOREIGN KEY (freelancer_id) REFERENCES freelancer(id) ON DELETE CASCADE;

alter table email_confirmation add constraint email_confirmation_freelancer_id_fkey FOREIGN KEY (freelancer_id) REFERENCES freelancer(id) ON DELETE CASCADE;

alter table email_undo add constraint email_undo_freelancer_id_fkey FOREIGN KEY (freelancer_id) REFERENCES freelancer(id) ON DELETE SET NULL;

alter table factor_challenge add constraint factor_challenge_freelancer_id_fkey FOREIGN KEY (freelancer_id) REFERENCES freelancer(id) ON DELETE CASCADE;
alter table factor_challenge add constraint factor_challenge_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE;

alter table feedback add constraint feedback_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE;

alter table feedback_reply add constraint feedback_reply_feedback_id_fkey FOREIGN KEY (feedback_id) REFERENCES feedback(id) ON DELETE CASCADE;

alter table file add constraint file_link_id_fkey FOREIGN KEY (link_id) REFERENCES guest_link(id) ON DELETE SET NULL;
alter table file add constraint file_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE SET NULL;
alter table file add constraint file_request_id_fkey FOREIGN KEY (request_id) REFERENCES request(id) ON DELETE SET NULL;
alter table file add constraint file_section_id_fkey FOREIGN KEY (section_id) REFERENCES file_section(id) ON DELETE SET NULL;

alter table file_history add constraint file_history_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE;

alter table file_picture add constraint file_picture_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE CASCADE;

alter table file_section add constraint file_section_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE;

alter table form_upload add constraint form_upload_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

alter table guest_link add constraint guest_link_request_id_fkey FOREIGN KEY (request_id) REFERENCES request(id) ON DELETE CASCADE;

alter table known_device add constraint known_device_freelancer_id_fkey FOREIGN KEY (freelancer_id) REFERENCES freelancer(id) ON DELETE CASCADE;

alter table login_link add constraint login_link_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id) ON DELETE CASCADE;

alter table member add constraint member_person_id_fkey FOREIGN KEY (person_id) REFERENCES freelancer(id) ON DELETE CASCADE;
alter table member add constraint member_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

alter table member_invitation add constraint member_invitation_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES freelancer(id) ON DELETE SET NULL;
alter table member_invitation add constraint member_invitation_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES freelancer(id) ON DELETE SET NULL;
alter table member_invitation add constraint member_invitation_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

alter table member_invitation_code add constraint member_invitation_code_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES member_invitation(id) ON DELETE CASCADE;
alter table member_invitation_code add constraint member_invitation_code_person_id_fkey FOREIGN KEY (person_id) REFERENCES freelancer(id) ON DELETE CASCADE;

alter table member_invitation_link add constraint member_invitation_link_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES member_invitation(id) ON DELETE CASCADE;

alter table note add constraint note_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE CASCADE;

alter table note_reply add constraint note_reply_note_id_fkey FOREIGN KEY (note_id) REFERENCES note(id) ON DELETE CASCADE;

alter table partial_upload add constraint partial_upload_id_fkey FOREIGN KEY (id) REFERENCES file(id) ON DELETE CASCADE;

alter table passkey add constraint passkey_freelancer_id_fkey FOREIGN KEY (freelancer_id) REFERENCES freelancer(id) ON DELETE CASCADE;

alter table password_reset add constraint password_reset_freelancer_id_fkey FOREIGN KEY (freelancer_id) REFERENCES freelancer(id) ON DELETE CASCADE;

alter table project add constraint project_client_id_workspace_id_fkey FOREIGN KEY (client_id, workspace_id) REFERENCES client(id, workspace_id) ON DELETE SET NULL;
alter table project add constraint project_workspace_id_time_zone_fkey FOREIGN KEY (workspace_id, time_zone) REFERENCES workspace(id, time_zone) ON UPDATE CASCADE ON DELETE SET NULL (workspace_id);

alter table push_subscription add constraint push_subscription_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE;

alter table receipt add constraint receipt_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE;

alter table recovery_code add constraint recovery_code_freelancer_id_fkey FOREIGN KEY (freelancer_id) REFERENCES freelancer(id) ON DELETE CASCADE;

alter table remembered_browser add constraint remembered_browser_freelancer_id_fkey FOREIGN KEY (freelancer_id) REFERENCES freelancer(id) ON DELETE CASCADE;

alter table request add constraint request_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE;

alter table request_answer add constraint request_answer_request_id_fkey FOREIGN KEY (request_id) REFERENCES request(id) ON DELETE CASCADE;

alter table review add constraint review_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE;

alter table review_code add constraint review_code_person_id_fkey FOREIGN KEY (person_id) REFERENCES client(id) ON DELETE CASCADE;
alter table review_code add constraint review_code_review_id_fkey FOREIGN KEY (review_id) REFERENCES review(id) ON DELETE CASCADE;

alter table session add constraint session_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id) ON DELETE CASCADE;
alter table session add constraint session_freelancer_id_fkey FOREIGN KEY (freelancer_id) REFERENCES freelancer(id) ON DELETE CASCADE;
alter table session add constraint session_previewed_by_fkey FOREIGN KEY (previewed_by) REFERENCES session(id) ON DELETE CASCADE;
alter table session add constraint session_switched_from_fkey FOREIGN KEY (switched_from) REFERENCES session(id) ON DELETE CASCADE;
alter table session add constraint session_workspace_id_fkey FOREIGN KEY (workspace_id, freelancer_id) REFERENCES member(workspace_id, person_id) ON DELETE CASCADE;

alter table team_note add constraint team_note_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id) ON DELETE CASCADE;
alter table team_note add constraint team_note_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE CASCADE;
alter table team_note add constraint team_note_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE;

CREATE INDEX audit_entry_expiry ON audit_entry USING brin (at);
CREATE INDEX audit_entry_list ON audit_entry USING btree (workspace_id, at DESC, id DESC);
CREATE INDEX audit_entry_of_actor ON audit_entry USING btree (workspace_id, actor_id, at DESC, id DESC);
CREATE INDEX audit_entry_of_group ON audit_entry USING btree (workspace_id, action_group, at DESC, id DESC);
CREATE INDEX audit_entry_of_target ON audit_entry USING btree (workspace_id, target_id, at DESC, id DESC) WHERE (target_id IS NOT NULL);

CREATE INDEX billing_account_read ON billing_account USING btree (workspace_id) WHERE ((subscription_id IS NOT NULL) OR (checkout_session_id IS NOT NULL));

CREATE INDEX bin_item_age ON bin_item USING btree (deleted_at);
CREATE INDEX bin_item_list ON bin_item USING btree (workspace_id, id DESC);
CREATE UNIQUE INDEX bin_item_of_file ON bin_item USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE UNIQUE INDEX bin_item_once ON bin_item USING btree (project_id, file_id) NULLS NOT DISTINCT;

CREATE INDEX client_active ON client USING btree (workspace_id, id DESC) WHERE ((archived_at IS NULL) AND (contact_of IS NULL));
CREATE INDEX client_archived ON client USING btree (workspace_id, id DESC) WHERE ((archived_at IS NOT NULL) AND (contact_of IS NULL));
CREATE INDEX client_by_email ON client USING btree (COALESCE(email_key, lower(email)));
CREATE UNIQUE INDEX client_email ON client USING btree (workspace_id, COALESCE(email_key, lower(email))) WHERE (removed_at IS NULL);
CREATE INDEX client_of_lead ON client USING btree (lead_id);
CREATE INDEX client_without_email_key ON client USING btree (id) WHERE ((email_key IS NULL) AND (email ~ '@.*[^ -~]'::text));
CREATE INDEX contact_of_client ON client USING btree (contact_of) WHERE (contact_of IS NOT NULL);

CREATE INDEX client_of_member ON client_member USING btree (person_id, client_id);

CREATE INDEX conversation_of_workspace ON conversation USING btree (workspace_id);

CREATE INDEX conversation_reader_mail_due ON conversation_reader USING btree (mail_due) WHERE (mail_due IS NOT NULL);
CREATE INDEX conversation_reader_person ON conversation_reader USING btree (person_id);

CREATE INDEX created_once_client ON created_once USING btree (client_id) WHERE (client_id IS NOT NULL);
CREATE INDEX created_once_created_at ON created_once USING btree (created_at);

CREATE INDEX deadline_reminder_mail_due ON deadline_reminder USING btree (mail_due) WHERE (mail_due IS NOT NULL);
CREATE INDEX deadline_reminder_of_person ON deadline_reminder USING btree (person_id) WHERE (mail_due IS NOT NULL);

CREATE INDEX email_allowance_end ON email_allowance USING btree (ends_at);

CREATE INDEX email_confirmation_freelancer ON email_confirmation USING btree (freelancer_id);

CREATE INDEX email_undo_email ON email_undo USING btree (COALESCE(email_key, lower(email))) WHERE (undone_at IS NULL);
CREATE INDEX email_undo_freelancer ON email_undo USING btree (freelancer_id);

CREATE INDEX event_for_client ON event USING btree (client_id, id DESC) WHERE for_client;
CREATE INDEX event_for_freelancer ON event USING btree (workspace_id, id DESC) WHERE for_freelancer;
CREATE UNIQUE INDEX event_number ON event USING btree (scope_id, number DESC);
CREATE INDEX event_of_scope ON event USING btree (scope_id, id DESC);

CREATE INDEX factor_challenge_expiry ON factor_challenge USING btree (expires_at);
CREATE INDEX factor_challenge_of_person ON factor_challenge USING btree (freelancer_id) WHERE (freelancer_id IS NOT NULL);
CREATE INDEX factor_challenge_of_session ON factor_challenge USING btree (session_id) WHERE (session_id IS NOT NULL);

CREATE INDEX feedback_list ON feedback USING btree (project_id, id DESC);

CREATE INDEX file_list ON file USING btree (project_id, state, is_newest, id DESC);
CREATE INDEX file_not_stored ON file USING btree (state, id) WHERE (state <> 'stored'::text);
CREATE INDEX file_of_link ON file USING btree (link_id) WHERE (link_id IS NOT NULL);
CREATE INDEX file_of_request ON file USING btree (request_id) WHERE (request_id IS NOT NULL);
CREATE INDEX file_of_section ON file USING btree (section_id) WHERE (section_id IS NOT NULL);
CREATE INDEX file_staged ON file USING btree (project_id, request_id) WHERE (state = 'staged'::text);
CREATE UNIQUE INDEX file_version ON file USING btree (history_id, version DESC) WHERE (state = ANY (ARRAY['stored'::text, 'binned'::text]));
CREATE INDEX file_with_notes ON file USING btree (project_id) WHERE ((notes_for_freelancer > 0) OR (notes_for_client > 0));
CREATE UNIQUE INDEX upload_once ON file USING btree (project_id, uploader_type, client_upload_id) WHERE (client_upload_id IS NOT NULL);

CREATE INDEX file_history_of_project ON file_history USING btree (project_id);

CREATE UNIQUE INDEX file_section_name ON file_section USING btree (project_id, lower(name));

CREATE INDEX form_upload_of_account ON form_upload USING btree (workspace_id);

CREATE UNIQUE INDEX freelancer_email ON freelancer USING btree (COALESCE(email_key, lower(email)));
CREATE INDEX freelancer_without_email_key ON freelancer USING btree (id) WHERE ((email_key IS NULL) AND (email ~ '@.*[^ -~]'::text));

CREATE INDEX guest_link_list ON guest_link USING btree (request_id, id DESC);

CREATE UNIQUE INDEX login_link_id ON login_link USING btree (id);
CREATE INDEX login_link_of_client ON login_link USING btree (client_id, id DESC);

CREATE INDEX member_of_person ON member USING btree (person_id, opened_at DESC);
CREATE UNIQUE INDEX member_owner ON member USING btree (workspace_id) WHERE (role = 'owner'::text);
CREATE INDEX member_paused ON member USING btree (workspace_id, person_id) WHERE (paused_at IS NOT NULL);

CREATE INDEX member_invitation_of_inviter ON member_invitation USING btree (invited_by);
CREATE INDEX member_invitation_of_member ON member_invitation USING btree (accepted_by);
CREATE UNIQUE INDEX member_invitation_unanswered ON member_invitation USING btree (workspace_id, email_key) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));

CREATE INDEX member_invitation_code_of_person ON member_invitation_code USING btree (person_id);

CREATE INDEX member_invitation_link_of_invitation ON member_invitation_link USING btree (invitation_id);

CREATE UNIQUE INDEX message_once ON message USING btree (sender_id, client_message_id) WHERE (client_message_id IS NOT NULL);
CREATE INDEX message_with_final_sigma ON message USING btree (client_id, number) WHERE (strpos(search_text, 'ς'::text) > 0);

CREATE INDEX note_list ON note USING btree (history_id, id DESC);
CREATE INDEX note_of_file ON note USING btree (file_id);
CREATE INDEX note_open_of_client ON note USING btree (history_id) WHERE ((state = 'open'::text) AND (author_type = 'Client'::text));

CREATE INDEX passkey_of_person ON passkey USING btree (freelancer_id);

CREATE INDEX project_active ON project USING btree (workspace_id, id DESC) WHERE ((archived_at IS NULL) AND (NOT in_bin));
CREATE INDEX project_archived ON project USING btree (workspace_id, id DESC) WHERE ((archived_at IS NOT NULL) AND (NOT in_bin));
CREATE INDEX project_by_due_date ON project USING btree (workspace_id, COALESCE(overdue_at, 'infinity'::timestamp with time zone), COALESCE(due_date, 'infinity'::date), id DESC) WHERE ((archived_at IS NULL) AND (NOT in_bin));
CREATE INDEX project_by_title ON project USING btree (workspace_id, regexp_replace(regexp_replace("left"(search_text(title), 100), '([0-9]+)'::text, '00000000000000000000\1'::text, 'g'::text), '[0-9]*([0-9]{20})'::text, '\1'::text, 'g'::text) COLLATE "C", id DESC) WHERE ((archived_at IS NULL) AND (NOT in_bin));
CREATE INDEX project_by_turn ON project USING btree (workspace_id, COALESCE(
CASE
    WHEN ((turn IS NOT NULL) AND (archived_at IS NULL)) THEN turn_since
    ELSE NULL::timestamp with time zone
END, 'infinity'::timestamp with time zone), id DESC) WHERE ((archived_at IS NULL) AND (NOT in_bin));
CREATE INDEX project_deadline ON project USING btree (workspace_id, overdue_at, id) WHERE ((overdue_at IS NOT NULL) AND (NOT in_bin));
CREATE INDEX project_due ON project USING btree (overdue_at) WHERE ((overdue_at IS NOT NULL) AND (NOT in_bin));
CREATE INDEX project_in_bin ON project USING btree (id) WHERE in_bin;
CREATE INDEX project_list ON project USING btree (workspace_id, id DESC);
CREATE INDEX project_of_client ON project USING btree (client_id, in_bin, id DESC);
CREATE INDEX project_turn_list ON project USING btree (workspace_id, turn, turn_since, id DESC) WHERE ((turn IS NOT NULL) AND (archived_at IS NULL) AND (NOT in_bin));

CREATE UNIQUE INDEX receipt_number ON receipt USING btree (project_id, number DESC);
CREATE INDEX receipt_of_project ON receipt USING btree (project_id, id DESC);
CREATE INDEX receipt_of_review ON receipt USING btree (review_id);
CREATE INDEX receipt_without_signature ON receipt USING btree (id) WHERE (signature IS NULL);

CREATE UNIQUE INDEX receipt_key_in_use ON receipt_key USING btree ((true)) WHERE (private_key IS NOT NULL);

CREATE INDEX remembered_browser_expiry ON remembered_browser USING btree (expires_at);
CREATE INDEX remembered_browser_of_person ON remembered_browser USING btree (freelancer_id);

CREATE INDEX request_of_client ON request USING btree (client_id, id DESC);
CREATE INDEX request_of_workspace ON request USING btree (workspace_id, id DESC);
CREATE UNIQUE INDEX request_once ON request USING btree (project_id, client_request_id) WHERE (client_request_id IS NOT NULL);
CREATE INDEX request_remind_on ON request USING btree (remind_on) WHERE (remind_on IS NOT NULL);

CREATE INDEX request_answer_list ON request_answer USING btree (request_id, id);
CREATE UNIQUE INDEX request_answer_of_client ON request_answer USING btree (request_id) WHERE (author_type = 'Client'::text);

CREATE INDEX review_of_group ON review USING btree (group_id);
CREATE INDEX review_of_project ON review USING btree (project_id, id DESC);
CREATE UNIQUE INDEX review_open ON review USING btree (history_id) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX review_round ON review USING btree (history_id, round DESC);

CREATE INDEX review_code_of_person ON review_code USING btree (person_id);

CREATE INDEX search_item_list ON search_item USING btree (workspace_id, kind, id DESC);

CREATE INDEX session_expiry ON session USING btree (expires_at);
CREATE INDEX session_of_client ON session USING btree (client_id) WHERE (client_id IS NOT NULL);
CREATE INDEX session_of_freelancer ON session USING btree (freelancer_id) WHERE (freelancer_id IS NOT NULL);
CREATE INDEX session_portal_group ON session USING btree (portal_group) WHERE (portal_group IS NOT NULL);
CREATE INDEX session_previewed_by ON session USING btree (previewed_by) WHERE (previewed_by IS NOT NULL);
CREATE UNIQUE INDEX session_switched ON session USING btree (switched_from, workspace_id) WHERE (switched_from IS NOT NULL);

CREATE INDEX stripe_event_age ON stripe_event USING btree (received_at);

CREATE INDEX team_note_of_client ON team_note USING btree (client_id, id DESC) WHERE (client_id IS NOT NULL);
CREATE INDEX team_note_of_file ON team_note USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX team_note_of_history ON team_note USING btree (history_id, id DESC) WHERE (history_id IS NOT NULL);
CREATE INDEX team_note_of_project ON team_note USING btree (project_id, id DESC) WHERE (project_id IS NOT NULL);

CREATE INDEX unread_mail_due ON unread USING btree (mail_due) WHERE (mail_due IS NOT NULL);
CREATE INDEX unread_of_person ON unread USING btree (person_id);
CREATE INDEX unread_push_due ON unread USING btree (push_due) WHERE (push_due IS NOT NULL);

CREATE INDEX workspace_over_members ON workspace USING btree (over_members_since) WHERE (over_members_since IS NOT NULL);

CREATE OR REPLACE FUNCTION delete_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from event where scope_id = old.id;
  delete from unread where scope_id = old.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION delete_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.state = 'deleted';
  new.name = '';
  new.sha256 = null;
  new.expires_at = null;
  new.request_id = null;
  new.link_id = null;
  new.section_id = null;
  delete from note where file_id = new.id;
  delete from team_note where file_id = new.id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION end_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from message where client_id = old.client_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION file_names(files jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT string_agg((sent.file ->> 'fileName'::text), ', '::text ORDER BY sent.place) AS string_agg FROM jsonb_array_elements(file_names.files) WITH ORDINALITY sent(file, place));

CREATE OR REPLACE FUNCTION index_search_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  item search_item;
begin
  if tg_op = 'DELETE' then
    delete from search_item where id = old.id and kind = tg_argv[0];
    return null;
  end if;
  case tg_table_name
    when 'client' then
      item.workspace_id := new.workspace_id;
      -- A further contact is found as their client.
      item.client_id := coalesce(new.contact_of, new.id);
      item.title := new.first_name || ' ' || new.last_name || ' ' || concat_ws(' ', new.company, new.email);
    when 'project' then
      item.workspace_id := new.workspace_id;
      item.client_id := new.client_id;
      item.title := new.title;
      item.text := new.title || ' ' || new.description;
    when 'file' then
      select p.workspace_id, p.client_id into item.workspace_id, item.client_id from project p where p.id = new.project_id;
      item.title := new.name;
    when 'feedback' then
      select p.workspace_id, p.client_id into item.workspace_id, item.client_id from project p where p.id = new.project_id;
      item.text := new.message;
    when 'feedback_reply' then
      select p.workspace_id, p.client_id into item.workspace_id, item.client_id
        from feedback f join project p on p.id = f.project_id where f.id = new.feedback_id;
      item.text := new.message;
    when 'note' then
      select p.workspace_id, p.client_id into item.workspace_id, item.client_id
        from file f join project p on p.id = f.project_id where f.id = new.file_id;
      item.text := new.text;
    when 'note_reply' then
      select p.workspace_id, p.client_id into item.workspace_id, item.client_id
        from note n join file f on f.id = n.file_id join project p on p.id = f.project_id where n.id = new.note_id;
      item.text := new.text;
    when 'request' then
      select p.workspace_id, p.client_id into item.workspace_id, item.client_id from project p where p.id = new.project_id;
      item.title := new.title;
      item.text := new.title || ' ' || new.details;
    when 'request_answer' then
      select p.workspace_id, p.client_id into item.workspace_id, item.client_id
        from request r join project p on p.id = r.project_id where r.id = new.request_id;
      item.text := coalesce(new.text, new.comment);
  end case;
  -- A file that was deleted for good has no project.
  if tg_table_name not in ('client', 'project') and not found then
    delete from search_item where id = new.id and kind = tg_argv[0];
    return null;
  end if;
  insert into search_item (id, kind, workspace_id, client_id, title, text)
    values (new.id, tg_argv[0], item.workspace_id, item.client_id, search_text(item.title), search_text(item.text))
    on conflict (id, kind) do update set title = excluded.title, text = excluded.text;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_audit_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '30 days'
    and old.at < nullif(current_setting('portico.audit_expiry', true), '')::timestamptz then
    return old;
  end if;
  raise exception 'an audit entry is never changed, and goes only when it expires';
end $function$;

CREATE OR REPLACE FUNCTION keep_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and not exists (select from project where id = old.project_id) then
    return old;
  end if;
  if tg_op = 'UPDATE' and old.signature is null and to_jsonb(new) - 'signature' = to_jsonb(old) - 'signature' then
    return new;
  end if;
  raise exception 'a receipt is never changed, and goes only with its project';
end $function$;

CREATE OR REPLACE FUNCTION message_id(client_id uuid, created_at timestamp with time zone, number integer)
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (((lpad(to_hex(((date_part('epoch'::text, created_at) * (1000)::double precision))::bigint), 12, '0'::text) || substr((client_id)::text, 15, 14)) || lpad(to_hex(number), 8, '0'::text)))::uuid;

CREATE OR REPLACE FUNCTION note_writer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.written_by = pg_current_xact_id()::text::bigint;
  new.written_in = (select oid from pg_database where datname = current_database());
  return new;
end $function$;

CREATE OR REPLACE FUNCTION notify_ended_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  most constant int := 200;
  ids uuid[];
begin
  if tg_op = 'DELETE' then
    ids := array(select id from ended limit most + 1);
  end if;
  if tg_op = 'TRUNCATE' or cardinality(ids) > most then
    perform pg_notify('session_ended', '*');
  elsif cardinality(ids) > 0 then
    perform pg_notify('session_ended', array_to_string(ids, ','));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION number_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  last record;
begin
  new.scope_id := coalesce(new.project_id, new.client_id);
  select number, freelancer_notifications, client_notifications into last
    from event where scope_id = new.scope_id order by number desc limit 1;
  new.number := coalesce(last.number, 0) + 1;
  new.freelancer_notifications := coalesce(last.freelancer_notifications, 0) + new.for_freelancer::int;
  new.client_notifications := coalesce(last.client_notifications, 0) + new.for_client::int;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION queue_job()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_table_name = 'file' then
    if not exists (select from changed where state = 'deleted') then
      return null;
    end if;
  end if;
  perform graphile_worker.add_job(tg_argv[0], payload := '{}'::json, max_attempts := 25, job_key := tg_argv[0]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION remove_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from conversation_reader where client_id = new.client_id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION remove_project()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- As strong a lock as deleting the project takes: whoever deletes files in its bin for good holds a weaker one.
  perform from project where id = old.id for update;
  new.workspace_id := null;
  new.client_id := null;
  new.in_bin := true;
  delete from bin_item where project_id = new.id;
  delete from unread where scope_id = new.id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION search_text(text text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  return ' ' || case
    when octet_length(text) = char_length(text) then lower(regexp_replace(text, '[^a-zA-Z0-9 ]+', ' ', 'g'))
    else regexp_replace(regexp_replace(regexp_replace(
      replace(replace(replace(replace(replace(replace(replace(replace(lower(normalize(text, nfkd)),
        'ς', 'σ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ı', 'i'),
      '[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670\ufe00-\ufe0f]+', '', 'g'),
      '[\u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02b0-\u02ff\u060c\u061b\u061f\u066a-\u066d\u06d4'
        || '\u0964\u0965\u2000-\u218f\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufeff]+', ' ', 'g'),
      '([\u2190-\u2bff\U0001f000-\U0001faff])', ' \1 ', 'g')
  end;
end $function$;

create view searchable as
 SELECT searchable_client.kind,
    searchable_client.id,
    searchable_client.workspace_id,
    searchable_client.client_id,
    searchable_client.project_id,
    searchable_client.is_visible,
    searchable_client.thread_id,
    searchable_client.is_reply,
    searchable_client.about,
    searchable_client.author_type,
    searchable_client.file_id,
    searchable_client.note_number,
    searchable_client.message_number,
    searchable_client.title,
    searchable_client.body,
    searchable_client.created_at,
    searchable_client.project_title
   FROM searchable_client
UNION ALL
 SELECT searchable_project.kind,
    searchable_project.id,
    searchable_project.workspace_id,
    searchable_project.client_id,
    searchable_project.project_id,
    searchable_project.is_visible,
    searchable_project.thread_id,
    searchable_project.is_reply,
    searchable_project.about,
    searchable_project.author_type,
    searchable_project.file_id,
    searchable_project.note_number,
    searchable_project.message_number,
    searchable_project.title,
    searchable_project.body,
    searchable_project.created_at,
    searchable_project.project_title
   FROM searchable_project
UNION ALL
 SELECT searchable_file.kind,
    searchable_file.id,
    searchable_file.workspace_id,
    searchable_file.client_id,
    searchable_file.project_id,
    searchable_file.is_visible,
    searchable_file.thread_id,
    searchable_file.is_reply,
    searchable_file.about,
    searchable_file.author_type,
    searchable_file.file_id,
    searchable_file.note_number,
    searchable_file.message_number,
    searchable_file.title,
    searchable_file.body,
    searchable_file.created_at,
    searchable_file.project_title
   FROM searchable_file
UNION ALL
 SELECT searchable_feedback.kind,
    searchable_feedback.id,
    searchable_feedback.workspace_id,
    searchable_feedback.client_id,
    searchable_feedback.project_id,
    searchable_feedback.is_visible,
    searchable_feedback.thread_id,
    searchable_feedback.is_reply,
    searchable_feedback.about,
    searchable_feedback.author_type,
    searchable_feedback.file_id,
    searchable_feedback.note_number,
    searchable_feedback.message_number,
    searchable_feedback.title,
    searchable_feedback.body,
    searchable_feedback.created_at,
    searchable_feedback.project_title
   FROM searchable_feedback
UNION ALL
 SELECT searchable_note.kind,
    searchable_note.id,
    searchable_note.workspace_id,
    searchable_note.client_id,
    searchable_note.project_id,
    searchable_note.is_visible,
    searchable_note.thread_id,
    searchable_note.is_reply,
    searchable_note.about,
    searchable_note.author_type,
    searchable_note.file_id,
    searchable_note.note_number,
    searchable_note.message_number,
    searchable_note.title,
    searchable_note.body,
    searchable_note.created_at,
    searchable_note.project_title
   FROM searchable_note
UNION ALL
 SELECT searchable_request.kind,
    searchable_request.id,
    searchable_request.workspace_id,
    searchable_request.client_id,
    searchable_request.project_id,
    searchable_request.is_visible,
    searchable_request.thread_id,
    searchable_request.is_reply,
    searchable_request.about,
    searchable_request.author_type,
    searchable_request.file_id,
    searchable_request.note_number,
    searchable_request.message_number,
    searchable_request.title,
    searchable_request.body,
    searchable_request.created_at,
    searchable_request.project_title
   FROM searchable_request
UNION ALL
 SELECT searchable_message.kind,
    searchable_message.id,
    searchable_message.workspace_id,
    searchable_message.client_id,
    searchable_message.project_id,
    searchable_message.is_visible,
    searchable_message.thread_id,
    searchable_message.is_reply,
    searchable_message.about,
    searchable_message.author_type,
    searchable_message.file_id,
    searchable_message.note_number,
    searchable_message.message_number,
    searchable_message.title,
    searchable_message.body,
    searchable_message.created_at,
    searchable_message.project_title
   FROM searchable_message;

create view searchable_client as
 SELECT 'client'::text AS kind,
    id,
    workspace_id,
    COALESCE(contact_of, id) AS client_id,
    NULL::uuid AS project_id,
    (removed_at IS NULL) AS is_visible,
    id AS thread_id,
    false AS is_reply,
    NULL::text AS about,
    NULL::text AS author_type,
    NULL::uuid AS file_id,
    NULL::integer AS note_number,
    0 AS message_number,
    ((first_name || ' '::text) || last_name) AS title,
    concat_ws(' '::text, company, email) AS body,
    created_at,
    NULL::text AS project_title
   FROM client c;

create view searchable_feedback as
 SELECT 'feedback'::text AS kind,
    f.id,
    p.workspace_id,
    p.client_id,
    p.id AS project_id,
    (NOT p.in_bin) AS is_visible,
    f.id AS thread_id,
    false AS is_reply,
    NULL::text AS about,
    'Client'::text AS author_type,
    NULL::uuid AS file_id,
    NULL::integer AS note_number,
    0 AS message_number,
    NULL::text AS title,
    f.message AS body,
    f.created_at,
    p.title AS project_title
   FROM (feedback f
     JOIN project p ON ((p.id = f.project_id)))
UNION ALL
 SELECT 'feedback'::text AS kind,
    r.id,
    p.workspace_id,
    p.client_id,
    p.id AS project_id,
    (NOT p.in_bin) AS is_visible,
    f.id AS thread_id,
    true AS is_reply,
    NULL::text AS about,
    r.author_type,
    NULL::uuid AS file_id,
    NULL::integer AS note_number,
    0 AS message_number,
    NULL::text AS title,
    r.message AS body,
    r.created_at,
    p.title AS project_title
   FROM ((feedback_reply r
     JOIN feedback f ON ((f.id = r.feedback_id)))
     JOIN project p ON ((p.id = f.project_id)));

create view searchable_file as
 SELECT 'file'::text AS kind,
    f.id,
    p.workspace_id,
    p.client_id,
    p.id AS project_id,
    ((f.state = 'stored'::text) AND f.is_newest AND (NOT p.in_bin)) AS is_visible,
    f.id AS thread_id,
    false AS is_reply,
    NULL::text AS about,
    f.uploader_type AS author_type,
    f.id AS file_id,
    NULL::integer AS note_number,
    0 AS message_number,
    f.name AS title,
    NULL::text AS body,
    f.created_at,
    p.title AS project_title
   FROM (file f
     JOIN project p ON ((p.id = f.project_id)));

create view searchable_message as
 SELECT 'message'::text AS kind,
    message_id(m.client_id, m.created_at, m.number) AS id,
    c.workspace_id,
    m.client_id,
    NULL::uuid AS project_id,
    true AS is_visible,
    NULL::uuid AS thread_id,
    false AS is_reply,
    NULL::text AS about,
        CASE
            WHEN m.by_client THEN 'Client'::text
            ELSE 'Freelancer'::text
        END AS author_type,
    NULL::uuid AS file_id,
    NULL::integer AS note_number,
    m.number AS message_number,
    NULL::text AS title,
    concat_ws(' '::text, NULLIF(m.content, ''::text), file_names(m.files)) AS body,
    m.created_at,
    NULL::text AS project_title
   FROM (message m
     JOIN conversation c ON ((c.client_id = m.client_id)));

create view searchable_note as
 SELECT 'note'::text AS kind,
    n.id,
    p.workspace_id,
    p.client_id,
    p.id AS project_id,
    ((f.state = 'stored'::text) AND (NOT p.in_bin)) AS is_visible,
    n.id AS thread_id,
    false AS is_reply,
    f.name AS about,
    n.author_type,
    f.id AS file_id,
    n.number AS note_number,
    0 AS message_number,
    NULL::text AS title,
    n.text AS body,
    n.created_at,
    p.title AS project_title
   FROM ((note n
     JOIN file f ON ((f.id = n.file_id)))
     JOIN project p ON ((p.id = f.project_id)))
UNION ALL
 SELECT 'note'::text AS kind,
    r.id,
    p.workspace_id,
    p.client_id,
    p.id AS project_id,
    ((f.state = 'stored'::text) AND (NOT p.in_bin)) AS is_visible,
    n.id AS thread_id,
    true AS is_reply,
    f.name AS about,
    r.author_type,
    f.id AS file_id,
    n.number AS note_number,
    0 AS message_number,
    NULL::text AS title,
    r.text AS body,
    r.created_at,
    p.title AS project_title
   FROM (((note_reply r
     JOIN note n ON ((n.id = r.note_id)))
     JOIN file f ON ((f.id = n.file_id)))
     JOIN project p ON ((p.id = f.project_id)));

create view searchable_project as
 SELECT 'project'::text AS kind,
    id,
    workspace_id,
    client_id,
    id AS project_id,
    (NOT in_bin) AS is_visible,
    id AS thread_id,
    false AS is_reply,
    NULL::text AS about,
    NULL::text AS author_type,
    NULL::uuid AS file_id,
    NULL::integer AS note_number,
    0 AS message_number,
    title,
    description AS body,
    created_at,
    title AS project_title
   FROM project p;

create view searchable_request as
 SELECT 'request'::text AS kind,
    r.id,
    p.workspace_id,
    p.client_id,
    p.id AS project_id,
    (NOT p.in_bin) AS is_visible,
    r.id AS thread_id,
    false AS is_reply,
    NULL::text AS about,
    'Freelancer'::text AS author_type,
    NULL::uuid AS file_id,
    NULL::integer AS note_number,
    0 AS message_number,
    r.title,
    r.details AS body,
    r.created_at,
    p.title AS project_title
   FROM (request r
     JOIN project p ON ((p.id = r.project_id)))
UNION ALL
 SELECT 'request'::text AS kind,
    a.id,
    p.workspace_id,
    p.client_id,
    p.id AS project_id,
    (NOT p.in_bin) AS is_visible,
    r.id AS thread_id,
    true AS is_reply,
    r.title AS about,
    a.author_type,
    NULL::uuid AS file_id,
    NULL::integer AS note_number,
    0 AS message_number,
    NULL::text AS title,
    COALESCE(a.text, a.comment) AS body,
    a.answered_at AS created_at,
    p.title AS project_title
   FROM ((request_answer a
     JOIN request r ON ((r.id = a.request_id)))
     JOIN project p ON ((p.id = r.project_id)));

CREATE TRIGGER audit_entries_are_kept BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_entries();

CREATE TRIGGER audit_entry_is_kept BEFORE DELETE OR UPDATE ON audit_entry FOR EACH ROW EXECUTE FUNCTION keep_audit_entries();

CREATE TRIGGER client_has_events AFTER DELETE ON client FOR EACH ROW EXECUTE FUNCTION delete_events();

CREATE TRIGGER client_is_not_searchable AFTER DELETE ON client FOR EACH ROW EXECUTE FUNCTION index_search_item('client');

CREATE TRIGGER client_is_searchable AFTER INSERT ON client FOR EACH ROW EXECUTE FUNCTION index_search_item('client');

CREATE TRIGGER client_stays_searchable AFTER UPDATE OF first_name, last_name, company, email ON client FOR EACH ROW WHEN (old.first_name IS DISTINCT FROM new.first_name OR old.last_name IS DISTINCT FROM new.last_name OR old.company IS DISTINCT FROM new.company OR old.email IS DISTINCT FROM new.email) EXECUTE FUNCTION index_search_item('client');

CREATE TRIGGER client_was_deleted AFTER DELETE ON client FOR EACH STATEMENT EXECUTE FUNCTION queue_job('deleteRemovedProjects');

CREATE TRIGGER conversation_ends AFTER DELETE ON conversation FOR EACH ROW EXECUTE FUNCTION end_conversation();

CREATE TRIGGER conversation_loses_freelancer BEFORE UPDATE OF workspace_id ON conversation FOR EACH ROW WHEN (new.workspace_id IS NULL) EXECUTE FUNCTION remove_conversation();

CREATE TRIGGER event_is_numbered BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION number_event();

CREATE TRIGGER feedback_is_not_searchable AFTER DELETE ON feedback FOR EACH ROW EXECUTE FUNCTION index_search_item('feedback');

CREATE TRIGGER feedback_is_searchable AFTER INSERT ON feedback FOR EACH ROW EXECUTE FUNCTION index_search_item('feedback');

CREATE TRIGGER feedback_stays_searchable AFTER UPDATE OF message ON feedback FOR EACH ROW WHEN (old.message IS DISTINCT FROM new.message) EXECUTE FUNCTION index_search_item('feedback');

CREATE TRIGGER feedback_reply_is_not_searchable AFTER DELETE ON feedback_reply FOR EACH ROW EXECUTE FUNCTION index_search_item('feedback');

CREATE TRIGGER feedback_reply_is_searchable AFTER INSERT ON feedback_reply FOR EACH ROW EXECUTE FUNCTION index_search_item('feedback');

CREATE TRIGGER feedback_reply_stays_searchable AFTER UPDATE OF message ON feedback_reply FOR EACH ROW WHEN (old.message IS DISTINCT FROM new.message) EXECUTE FUNCTION index_search_item('feedback');

CREATE TRIGGER file_is_not_searchable AFTER DELETE ON file FOR EACH ROW EXECUTE FUNCTION index_search_item('file');

CREATE TRIGGER file_is_searchable AFTER INSERT ON file FOR EACH ROW EXECUTE FUNCTION index_search_item('file');

CREATE TRIGGER file_loses_project BEFORE UPDATE OF project_id ON file FOR EACH ROW WHEN (new.project_id IS NULL) EXECUTE FUNCTION delete_file();

CREATE TRIGGER file_stays_searchable AFTER UPDATE OF name, project_id ON file FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.project_id IS DISTINCT FROM new.project_id) EXECUTE FUNCTION index_search_item('file');

CREATE TRIGGER file_was_deleted AFTER UPDATE ON file REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION queue_job('removeUnwantedBytes');

CREATE TRIGGER installation_written BEFORE INSERT OR UPDATE ON installation FOR EACH ROW EXECUTE FUNCTION note_writer();

CREATE TRIGGER note_is_not_searchable AFTER DELETE ON note FOR EACH ROW EXECUTE FUNCTION index_search_item('note');

CREATE TRIGGER note_is_searchable AFTER INSERT ON note FOR EACH ROW EXECUTE FUNCTION index_search_item('note');

CREATE TRIGGER note_stays_searchable AFTER UPDATE OF text ON note FOR EACH ROW WHEN (old.text IS DISTINCT FROM new.text) EXECUTE FUNCTION index_search_item('note');

CREATE TRIGGER note_reply_is_not_searchable AFTER DELETE ON note_reply FOR EACH ROW EXECUTE FUNCTION index_search_item('note');

CREATE TRIGGER note_reply_is_searchable AFTER INSERT ON note_reply FOR EACH ROW EXECUTE FUNCTION index_search_item('note');

CREATE TRIGGER note_reply_stays_searchable AFTER UPDATE OF text ON note_reply FOR EACH ROW WHEN (old.text IS DISTINCT FROM new.text) EXECUTE FUNCTION index_search_item('note');

CREATE TRIGGER project_has_events AFTER DELETE ON project FOR EACH ROW EXECUTE FUNCTION delete_events();

CREATE TRIGGER project_is_not_searchable AFTER DELETE ON project FOR EACH ROW EXECUTE FUNCTION index_search_item('project');

CREATE TRIGGER project_is_searchable AFTER INSERT ON project FOR EACH ROW EXECUTE FUNCTION index_search_item('project');

CREATE TRIGGER project_loses_owners BEFORE UPDATE OF workspace_id, client_id ON project FOR EACH ROW WHEN (new.workspace_id IS NULL OR new.client_id IS NULL) EXECUTE FUNCTION remove_project();

CREATE TRIGGER project_stays_searchable AFTER UPDATE OF title, description ON project FOR EACH ROW WHEN (old.title IS DISTINCT FROM new.title OR old.description IS DISTINCT FROM new.description) EXECUTE FUNCTION index_search_item('project');

CREATE TRIGGER receipt_is_kept BEFORE DELETE OR UPDATE ON receipt FOR EACH ROW EXECUTE FUNCTION keep_receipt();

CREATE TRIGGER request_is_not_searchable AFTER DELETE ON request FOR EACH ROW EXECUTE FUNCTION index_search_item('request');

CREATE TRIGGER request_is_searchable AFTER INSERT ON request FOR EACH ROW EXECUTE FUNCTION index_search_item('request');

CREATE TRIGGER request_stays_searchable AFTER UPDATE OF title, details ON request FOR EACH ROW WHEN (old.title IS DISTINCT FROM new.title OR old.details IS DISTINCT FROM new.details) EXECUTE FUNCTION index_search_item('request');

CREATE TRIGGER request_answer_is_not_searchable AFTER DELETE ON request_answer FOR EACH ROW EXECUTE FUNCTION index_search_item('request');

CREATE TRIGGER request_answer_is_searchable AFTER INSERT ON request_answer FOR EACH ROW EXECUTE FUNCTION index_search_item('request');

CREATE TRIGGER request_answer_stays_searchable AFTER UPDATE OF text, comment ON request_answer FOR EACH ROW WHEN (old.text IS DISTINCT FROM new.text OR old.comment IS DISTINCT FROM new.comment) EXECUTE FUNCTION index_search_item('request');

CREATE TRIGGER session_deleted AFTER DELETE ON session REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION notify_ended_sessions();

CREATE TRIGGER session_truncated AFTER TRUNCATE ON session FOR EACH STATEMENT EXECUTE FUNCTION notify_ended_sessions();