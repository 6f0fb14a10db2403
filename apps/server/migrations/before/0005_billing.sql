-- The last known state of an account at Stripe. The plan and its status are in `freelancer`, where every rule reads
-- them.
create table billing_account (
  freelancer_id uuid primary key references freelancer on delete cascade,
  customer_id text unique,
  -- The subscription that decides the plan. Older ones that ended are ignored.
  subscription_id text,
  current_period_end timestamptz(3),
  trial_ends_at timestamptz(3),
  cancel_at_period_end boolean not null default false,
  -- There was a subscription once: the next one has no free trial.
  subscribed_before boolean not null default false,
  -- The only checkout that can still be completed.
  checkout_session_id text,
  checkout_plan text,
  -- Counts the changes, so that a repeated call to Stripe has the same idempotency key, and a new call another one.
  revision integer not null default 0,
  read_at timestamptz(3)
);
create index billing_account_read on billing_account (freelancer_id)
  where subscription_id is not null or checkout_session_id is not null;

-- Each event of Stripe is applied once, however often it arrives.
create table stripe_event (
  id text primary key,
  type text not null,
  received_at timestamptz(3) not null default now()
);
create index stripe_event_age on stripe_event (received_at);
