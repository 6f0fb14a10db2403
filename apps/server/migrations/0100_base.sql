-- The tables of an empty database, as the migrations in before/ made them. What their columns mean is said in src/tables.ts.

create table billing_account (
  freelancer_id uuid not null,
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
  freelancer_id uuid not null,
  project_id uuid not null,
  file_id uuid,
  deleted_by text not null,
  deleted_at timestamp(3) with time zone not null
);

create table calendar_feed (
  token_hash bytea not null,
  freelancer_id uuid,
  client_id uuid,
  created_at timestamp(3) with time zone not null
);

create table client (
  id uuid not null,
  freelancer_id uuid not null,
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
  has_former_email_links boolean default false not null
);

create table conversation (
  client_id uuid not null,
  freelancer_id uuid,
  last_number integer default 0 not null,
  client_total integer default 0 not null,
  last_at timestamp(3) with time zone,
  client_seen integer default 0 not null,
  client_read integer default 0 not null,
  freelancer_seen integer default 0 not null,
  freelancer_read integer default 0 not null,
  client_mailed integer default 0 not null,
  client_mail_due timestamp(3) with time zone,
  freelancer_mailed integer default 0 not null,
  freelancer_mail_due timestamp(3) with time zone,
  archived boolean default false not null,
  freelancer_wrote_at timestamp(3) with time zone
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

create table email_confirmation (
  token_hash bytea not null,
  freelancer_id uuid not null,
  expires_at timestamp(3) with time zone not null
);

create table event (
  id uuid not null,
  freelancer_id uuid not null,
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
  freelancer_news integer not null,
  client_news integer not null
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
  edited_at timestamp(3) with time zone
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
  client_upload_id text
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

create table form_upload (
  id uuid not null,
  freelancer_id uuid not null,
  uploader text not null,
  size bigint not null,
  received bigint default 0 not null,
  seen_at timestamp with time zone default clock_timestamp() not null
);

create table freelancer (
  id uuid not null,
  name text not null,
  email text not null,
  company text,
  password_hash text not null,
  time_zone text default 'UTC'::text not null,
  plan text default 'free'::text not null,
  subscription_status text default 'active'::text not null,
  created_at timestamp(3) with time zone default now() not null,
  email_confirmed_at timestamp(3) with time zone,
  work_mail text default 'soon'::text not null,
  message_mail text default 'soon'::text not null,
  push boolean default false not null,
  notified_at timestamp(3) with time zone,
  email_refusal jsonb,
  email_key text
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

create table message (
  client_id uuid not null,
  sender_id uuid not null,
  created_at timestamp(3) with time zone not null,
  number integer not null,
  client_total integer not null,
  by_client boolean not null,
  client_message_id text,
  content text not null,
  search_text text not null
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
  reply_count integer default 0 not null
);

create table note_reply (
  id uuid not null,
  note_id uuid not null,
  number integer not null,
  author_type text not null,
  text text not null,
  created_at timestamp(3) with time zone default now() not null
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
  version text
);

create table project (
  id uuid not null,
  freelancer_id uuid,
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
  reminders_on boolean default true not null
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

create table request (
  id uuid not null,
  project_id uuid not null,
  freelancer_id uuid not null,
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
  answered_at timestamp(3) with time zone not null
);

create table request_link (
  id uuid not null,
  request_id uuid not null,
  token_hash bytea not null,
  made_by text not null,
  maker text not null,
  note text,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  uses integer default 0 not null,
  last_used_at timestamp(3) with time zone
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
  decided_in uuid
);

create table review_code (
  review_id uuid not null,
  hash bytea not null,
  tries_left integer not null,
  expires_at timestamp(3) with time zone not null,
  email text not null
);

create table search_item (
  id uuid not null,
  kind text not null,
  freelancer_id uuid,
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
  portal_group uuid
);

create table stripe_event (
  id text not null,
  type text not null,
  received_at timestamp(3) with time zone default now() not null
);

create table unread (
  scope_id uuid not null,
  reader text not null,
  person_id uuid not null,
  read_news integer not null,
  mailed_news integer not null,
  mail_due timestamp(3) with time zone,
  push_due timestamp(3) with time zone,
  pushed_at timestamp(3) with time zone
);

alter table billing_account add constraint billing_account_customer_id_key UNIQUE (customer_id);
alter table billing_account add constraint billing_account_pkey PRIMARY KEY (freelancer_id);

alter table bin_item add constraint bin_item_deleted_by_check CHECK ((deleted_by = ANY (ARRAY['Freelancer'::text, 'Client'::text])));
alter table bin_item add constraint bin_item_pkey PRIMARY KEY (id);

alter table calendar_feed add constraint calendar_feed_check CHECK ((num_nonnulls(freelancer_id, client_id) = 1));
alter table calendar_feed add constraint calendar_feed_client_id_key UNIQUE (client_id);
alter table calendar_feed add constraint calendar_feed_freelancer_id_key UNIQUE (freelancer_id);
alter table calendar_feed add constraint calendar_feed_pkey PRIMARY KEY (token_hash);

alter table client add constraint client_id_freelancer_id_key UNIQUE (id, freelancer_id);
alter table client add constraint client_message_mail_check CHECK ((message_mail = ANY (ARRAY['soon'::text, 'never'::text])));
alter table client add constraint client_pkey PRIMARY KEY (id);
alter table client add constraint client_unsent_invitation_check CHECK ((unsent_invitation = ANY (ARRAY['unconfirmed'::text, 'first-project'::text, 'limited'::text])));
alter table client add constraint client_work_mail_check CHECK ((work_mail = ANY (ARRAY['soon'::text, 'daily'::text, 'never'::text])));

alter table conversation add constraint conversation_pkey PRIMARY KEY (client_id);

alter table created_once add constraint created_once_check CHECK ((num_nonnulls(freelancer_id, client_id) = 1));
alter table created_once add constraint created_once_freelancer_id_client_id_key_key UNIQUE NULLS NOT DISTINCT (freelancer_id, client_id, key);

alter table deadline_reminder add constraint deadline_reminder_pkey PRIMARY KEY (project_id, reader);
alter table deadline_reminder add constraint deadline_reminder_reader_check CHECK ((reader = ANY (ARRAY['freelancer'::text, 'client'::text])));

alter table email_allowance add constraint email_allowance_pkey PRIMARY KEY (key);

alter table email_confirmation add constraint email_confirmation_pkey PRIMARY KEY (token_hash);

alter table event add constraint event_actor_type_check CHECK ((actor_type = ANY (ARRAY['freelancer'::text, 'client'::text, 'guest'::text, 'system'::text])));
alter table event add constraint event_pkey PRIMARY KEY (id);

alter table feedback add constraint feedback_pkey PRIMARY KEY (id);

alter table feedback_reply add constraint feedback_reply_author_type_check CHECK ((author_type = ANY (ARRAY['Freelancer'::text, 'Client'::text])));
alter table feedback_reply add constraint feedback_reply_feedback_id_number_key UNIQUE (feedback_id, number);
alter table feedback_reply add constraint feedback_reply_pkey PRIMARY KEY (id);

alter table file add constraint file_guest CHECK (((uploader_type = 'Guest'::text) = (guest_name IS NOT NULL)));
alter table file add constraint file_pkey PRIMARY KEY (id);
alter table file add constraint file_sha256_check CHECK ((octet_length(sha256) = 32));
alter table file add constraint file_size_check CHECK ((size >= 0));
alter table file add constraint file_state_check CHECK ((state = ANY (ARRAY['receiving'::text, 'stored'::text, 'binned'::text, 'deleted'::text])));
alter table file add constraint file_state_expiry CHECK (((state = 'receiving'::text) = (expires_at IS NOT NULL)));
alter table file add constraint file_state_project CHECK (((state = 'deleted'::text) = (project_id IS NULL)));
alter table file add constraint file_state_sha256 CHECK (((state <> ALL (ARRAY['stored'::text, 'binned'::text])) OR (sha256 IS NOT NULL)));
alter table file add constraint file_uploader_type_check CHECK ((uploader_type = ANY (ARRAY['Freelancer'::text, 'Client'::text, 'Guest'::text])));

alter table file_history add constraint file_history_pkey PRIMARY KEY (id);

alter table file_picture add constraint file_picture_check CHECK (((width IS NULL) = (height IS NULL)));
alter table file_picture add constraint file_picture_check1 CHECK (((width IS NOT NULL) OR (NOT has_preview)));
alter table file_picture add constraint file_picture_pkey PRIMARY KEY (file_id);

alter table form_upload add constraint form_upload_pkey PRIMARY KEY (id);

alter table freelancer add constraint freelancer_id_time_zone_key UNIQUE (id, time_zone);
alter table freelancer add constraint freelancer_message_mail_check CHECK ((message_mail = ANY (ARRAY['soon'::text, 'never'::text])));
alter table freelancer add constraint freelancer_pkey PRIMARY KEY (id);
alter table freelancer add constraint freelancer_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'starter'::text, 'pro'::text, 'enterprise'::text])));
alter table freelancer add constraint freelancer_work_mail_check CHECK ((work_mail = ANY (ARRAY['soon'::text, 'daily'::text, 'never'::text])));

alter table installation add constraint installation_is_only_check CHECK (is_only);
alter table installation add constraint installation_pkey PRIMARY KEY (is_only);

alter table known_device add constraint known_device_pkey PRIMARY KEY (freelancer_id, device);

alter table login_link add constraint login_link_origin_check CHECK ((origin = ANY (ARRAY['mailed'::text, 'handed_out'::text])));
alter table login_link add constraint login_link_pkey PRIMARY KEY (token_hash);

alter table mail_failure add constraint mail_failure_pkey PRIMARY KEY (is_only);

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

alter table password_reset add constraint password_reset_pkey PRIMARY KEY (freelancer_id);
alter table password_reset add constraint password_reset_token_hash_key UNIQUE (token_hash);

alter table process add constraint process_pkey PRIMARY KEY (id);

alter table project add constraint project_archived_with_client CHECK (((archived_at IS NOT NULL) OR (NOT archived_with_client)));
alter table project add constraint project_completion CHECK ((((completed_on IS NULL) OR (status = 'Completed'::text)) AND ((status_before_completion IS NULL) OR (completed_on IS NOT NULL)) AND ((agreed_due_date IS NULL) OR (status_before_completion IS NOT NULL))));
alter table project add constraint project_owners CHECK ((in_bin OR ((freelancer_id IS NOT NULL) AND (client_id IS NOT NULL))));
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

alter table request_link add constraint request_link_made_by_check CHECK ((made_by = ANY (ARRAY['freelancer'::text, 'client'::text])));
alter table request_link add constraint request_link_pkey PRIMARY KEY (id);
alter table request_link add constraint request_link_token_hash_key UNIQUE (token_hash);

alter table review add constraint review_decision CHECK (((state = ANY (ARRAY['approved'::text, 'changes_requested'::text])) = (decided_at IS NOT NULL)));
alter table review add constraint review_identified_by_check CHECK ((identified_by = ANY (ARRAY['link'::text, 'code'::text, 'mailed_link'::text, 'earlier_code'::text])));
alter table review add constraint review_pkey PRIMARY KEY (id);
alter table review add constraint review_sha256_check CHECK ((octet_length(sha256) = 32));
alter table review add constraint review_state_check CHECK ((state = ANY (ARRAY['open'::text, 'approved'::text, 'changes_requested'::text, 'withdrawn'::text, 'replaced'::text])));

alter table review_code add constraint review_code_pkey PRIMARY KEY (review_id);

alter table search_item add constraint search_item_pkey PRIMARY KEY (id, kind);

alter table session add constraint portal_group_is_of_client CHECK (((portal_group IS NULL) OR ((client_id IS NOT NULL) AND (previewed_by IS NULL))));
alter table session add constraint preview_is_of_client CHECK (((previewed_by IS NULL) OR (client_id IS NOT NULL)));
alter table session add constraint session_check CHECK ((num_nonnulls(freelancer_id, client_id) = 1));
alter table session add constraint session_known_by_check CHECK ((known_by = ANY (ARRAY['mailed'::text, 'handed_out'::text, 'code'::text])));
alter table session add constraint session_pkey PRIMARY KEY (id);

alter table stripe_event add constraint stripe_event_pkey PRIMARY KEY (id);

alter table unread add constraint unread_pkey PRIMARY KEY (scope_id, reader);
alter table unread add constraint unread_reader_check CHECK ((reader = ANY (ARRAY['freelancer'::text, 'client'::text])));

alter table billing_account add constraint billing_account_freelancer_id_fkey FOREIGN KEY (freelancer_id) REFERENCES freelancer(id) ON DELETE CASCADE;

alter table bin_item add constraint bin_item_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE CASCADE;
alter table bin_item add constraint bin_item_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE;

alter table calendar_feed add constraint calendar_feed_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id) ON DELETE CASCADE;
alter table calendar_feed add constraint calendar_feed_freelancer_id_fkey FOREIGN KEY (freelancer_id) REFERENCES freelancer(id) ON DELETE CASCADE;

alter table client add constraint client_freelancer_id_fkey FOREIGN KEY (freelancer_id) REFERENCES freelancer(id) ON DELETE CASCADE;

alter table conversation add constraint conversation_client_id_freelancer_id_fkey FOREIGN KEY (client_id, freelancer_id) REFERENCES client(id, freelancer_id) ON DELETE SET NULL (freelancer_id);

alter table created_once add constraint created_once_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id) ON DELETE CASCADE;
alter table created_once add constraint created_once_freelancer_id_fkey FOREIGN KEY (freelancer_id) REFERENCES freelancer(id) ON DELETE CASCADE;

alter table deadline_reminder add constraint deadline_reminder_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE;

alter table email_confirmation add constraint email_confirmation_freelancer_id_fkey FOREIGN KEY (freelancer_id) REFERENCES freelancer(id) ON DELETE CASCADE;

alter table feedback add constraint feedback_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE;

alter table feedback_reply add constraint feedback_reply_feedback_id_fkey FOREIGN KEY (feedback_id) REFERENCES feedback(id) ON DELETE CASCADE;

alter table file add constraint file_link_id_fkey FOREIGN KEY (link_id) REFERENCES request_link(id) ON DELETE SET NULL;
alter table file add constraint file_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE SET NULL;
alter table file add constraint file_request_id_fkey FOREIGN KEY (request_id) REFERENCES request(id) ON DELETE SET NULL;

alter table file_history add constraint file_history_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE;

alter table file_picture add constraint file_picture_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE CASCADE;

alter table form_upload add constraint form_upload_freelancer_id_fkey FOREIGN KEY (freelancer_id) REFERENCES freelancer(id) ON DELETE CASCADE;

alter table known_device add constraint known_device_freelancer_id_fkey FOREIGN KEY (freelancer_id) REFERENCES freelancer(id) ON DELETE CASCADE;

alter table login_link add constraint login_link_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id) ON DELETE CASCADE;

alter table note add constraint note_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE CASCADE;

alter table note_reply add constraint note_reply_note_id_fkey FOREIGN KEY (note_id) REFERENCES note(id) ON DELETE CASCADE;

alter table password_reset add constraint password_reset_freelancer_id_fkey FOREIGN KEY (freelancer_id) REFERENCES freelancer(id) ON DELETE CASCADE;

alter table project add constraint project_client_id_freelancer_id_fkey FOREIGN KEY (client_id, freelancer_id) REFERENCES client(id, freelancer_id) ON DELETE SET NULL;
alter table project add constraint project_freelancer_id_time_zone_fkey FOREIGN KEY (freelancer_id, time_zone) REFERENCES freelancer(id, time_zone) ON UPDATE CASCADE ON DELETE SET NULL (freelancer_id);

alter table push_subscription add constraint push_subscription_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE;

alter table receipt add constraint receipt_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE;

alter table request add constraint request_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE;

alter table request_answer add constraint request_answer_request_id_fkey FOREIGN KEY (request_id) REFERENCES request(id) ON DELETE CASCADE;

alter table request_link add constraint request_link_request_id_fkey FOREIGN KEY (request_id) REFERENCES request(id) ON DELETE CASCADE;

alter table review add constraint review_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE;

alter table review_code add constraint review_code_review_id_fkey FOREIGN KEY (review_id) REFERENCES review(id) ON DELETE CASCADE;

alter table session add constraint session_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id) ON DELETE CASCADE;
alter table session add constraint session_freelancer_id_fkey FOREIGN KEY (freelancer_id) REFERENCES freelancer(id) ON DELETE CASCADE;
alter table session add constraint session_previewed_by_fkey FOREIGN KEY (previewed_by) REFERENCES session(id) ON DELETE CASCADE;

CREATE INDEX billing_account_read ON billing_account USING btree (freelancer_id) WHERE ((subscription_id IS NOT NULL) OR (checkout_session_id IS NOT NULL));

CREATE INDEX bin_item_age ON bin_item USING btree (deleted_at);
CREATE INDEX bin_item_list ON bin_item USING btree (freelancer_id, id DESC);
CREATE UNIQUE INDEX bin_item_of_file ON bin_item USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE UNIQUE INDEX bin_item_once ON bin_item USING btree (project_id, file_id) NULLS NOT DISTINCT;

CREATE INDEX client_active ON client USING btree (freelancer_id, id DESC) WHERE (archived_at IS NULL);
CREATE INDEX client_archived ON client USING btree (freelancer_id, id DESC) WHERE (archived_at IS NOT NULL);
CREATE INDEX client_by_email ON client USING btree (COALESCE(email_key, lower(email)));
CREATE UNIQUE INDEX client_email ON client USING btree (freelancer_id, COALESCE(email_key, lower(email)));
CREATE INDEX client_without_email_key ON client USING btree (id) WHERE ((email_key IS NULL) AND (email ~ '@.*[^ -~]'::text));

CREATE INDEX conversation_mail_due_to_client ON conversation USING btree (client_mail_due) WHERE (client_mail_due IS NOT NULL);
CREATE INDEX conversation_mail_due_to_freelancer ON conversation USING btree (freelancer_mail_due) WHERE (freelancer_mail_due IS NOT NULL);
CREATE INDEX conversation_of_freelancer ON conversation USING btree (freelancer_id);

CREATE INDEX created_once_client ON created_once USING btree (client_id) WHERE (client_id IS NOT NULL);
CREATE INDEX created_once_created_at ON created_once USING btree (created_at);

CREATE INDEX deadline_reminder_mail_due ON deadline_reminder USING btree (mail_due) WHERE (mail_due IS NOT NULL);
CREATE INDEX deadline_reminder_of_person ON deadline_reminder USING btree (person_id) WHERE (mail_due IS NOT NULL);

CREATE INDEX email_allowance_end ON email_allowance USING btree (ends_at);

CREATE INDEX email_confirmation_freelancer ON email_confirmation USING btree (freelancer_id);

CREATE INDEX event_for_client ON event USING btree (client_id, id DESC) WHERE for_client;
CREATE INDEX event_for_freelancer ON event USING btree (freelancer_id, id DESC) WHERE for_freelancer;
CREATE UNIQUE INDEX event_number ON event USING btree (scope_id, number DESC);
CREATE INDEX event_of_scope ON event USING btree (scope_id, id DESC);

CREATE INDEX feedback_list ON feedback USING btree (project_id, id DESC);

CREATE INDEX file_list ON file USING btree (project_id, state, is_newest, id DESC);
CREATE INDEX file_not_stored ON file USING btree (state, id) WHERE (state <> 'stored'::text);
CREATE INDEX file_of_link ON file USING btree (link_id) WHERE (link_id IS NOT NULL);
CREATE INDEX file_of_request ON file USING btree (request_id) WHERE (request_id IS NOT NULL);
CREATE UNIQUE INDEX file_version ON file USING btree (history_id, version DESC) WHERE (state = ANY (ARRAY['stored'::text, 'binned'::text]));
CREATE UNIQUE INDEX upload_once ON file USING btree (project_id, uploader_type, client_upload_id) WHERE (client_upload_id IS NOT NULL);

CREATE INDEX file_history_of_project ON file_history USING btree (project_id);

CREATE INDEX form_upload_of_account ON form_upload USING btree (freelancer_id);

CREATE UNIQUE INDEX freelancer_email ON freelancer USING btree (COALESCE(email_key, lower(email)));
CREATE INDEX freelancer_without_email_key ON freelancer USING btree (id) WHERE ((email_key IS NULL) AND (email ~ '@.*[^ -~]'::text));

CREATE UNIQUE INDEX login_link_id ON login_link USING btree (id);
CREATE INDEX login_link_of_client ON login_link USING btree (client_id, id DESC);

CREATE UNIQUE INDEX message_once ON message USING btree (sender_id, client_message_id) WHERE (client_message_id IS NOT NULL);
CREATE INDEX message_with_final_sigma ON message USING btree (client_id, number) WHERE (strpos(search_text, 'ς'::text) > 0);

CREATE INDEX note_list ON note USING btree (history_id, id DESC);
CREATE INDEX note_of_file ON note USING btree (file_id);
CREATE INDEX note_open_of_client ON note USING btree (history_id) WHERE ((state = 'open'::text) AND (author_type = 'Client'::text));

CREATE INDEX project_active ON project USING btree (freelancer_id, id DESC) WHERE ((archived_at IS NULL) AND (NOT in_bin));
CREATE INDEX project_archived ON project USING btree (freelancer_id, id DESC) WHERE ((archived_at IS NOT NULL) AND (NOT in_bin));
CREATE INDEX project_deadline ON project USING btree (freelancer_id, overdue_at, id) WHERE ((overdue_at IS NOT NULL) AND (NOT in_bin));
CREATE INDEX project_due ON project USING btree (overdue_at) WHERE ((overdue_at IS NOT NULL) AND (NOT in_bin));
CREATE INDEX project_in_bin ON project USING btree (id) WHERE in_bin;
CREATE INDEX project_list ON project USING btree (freelancer_id, id DESC);
CREATE INDEX project_of_client ON project USING btree (client_id, in_bin, id DESC);
CREATE INDEX project_turn_list ON project USING btree (freelancer_id, turn, turn_since, id DESC) WHERE ((turn IS NOT NULL) AND (archived_at IS NULL) AND (NOT in_bin));

CREATE UNIQUE INDEX receipt_number ON receipt USING btree (project_id, number DESC);
CREATE INDEX receipt_of_project ON receipt USING btree (project_id, id DESC);
CREATE INDEX receipt_of_review ON receipt USING btree (review_id);
CREATE INDEX receipt_without_signature ON receipt USING btree (id) WHERE (signature IS NULL);

CREATE UNIQUE INDEX receipt_key_in_use ON receipt_key USING btree ((true)) WHERE (private_key IS NOT NULL);

CREATE INDEX request_of_client ON request USING btree (client_id, id DESC);
CREATE INDEX request_of_freelancer ON request USING btree (freelancer_id, id DESC);
CREATE UNIQUE INDEX request_once ON request USING btree (project_id, client_request_id) WHERE (client_request_id IS NOT NULL);
CREATE INDEX request_remind_on ON request USING btree (remind_on) WHERE (remind_on IS NOT NULL);

CREATE INDEX request_answer_list ON request_answer USING btree (request_id, id);
CREATE UNIQUE INDEX request_answer_of_client ON request_answer USING btree (request_id) WHERE (author_type = 'Client'::text);

CREATE INDEX request_link_list ON request_link USING btree (request_id, id DESC);

CREATE INDEX review_of_project ON review USING btree (project_id, id DESC);
CREATE UNIQUE INDEX review_open ON review USING btree (history_id) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX review_round ON review USING btree (history_id, round DESC);

CREATE INDEX search_item_list ON search_item USING btree (freelancer_id, kind, id DESC);

CREATE INDEX session_expiry ON session USING btree (expires_at);
CREATE INDEX session_of_client ON session USING btree (client_id) WHERE (client_id IS NOT NULL);
CREATE INDEX session_of_freelancer ON session USING btree (freelancer_id) WHERE (freelancer_id IS NOT NULL);
CREATE INDEX session_portal_group ON session USING btree (portal_group) WHERE (portal_group IS NOT NULL);
CREATE INDEX session_previewed_by ON session USING btree (previewed_by) WHERE (previewed_by IS NOT NULL);

CREATE INDEX stripe_event_age ON stripe_event USING btree (received_at);

CREATE INDEX unread_mail_due ON unread USING btree (mail_due) WHERE (mail_due IS NOT NULL);
CREATE INDEX unread_of_person ON unread USING btree (person_id);
CREATE INDEX unread_push_due ON unread USING btree (push_due) WHERE (push_due IS NOT NULL);
