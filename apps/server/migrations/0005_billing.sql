-- What Stripe last said of an account. The plan and its status stand in freelancer, where every rule reads them.
create table billing_account (
  freelancer_id uuid primary key references freelancer on delete cascade,
  customer_id text unique,
  -- The one that counts; an older one that ended beside it is of no interest.
  subscription_id text,
  current_period_end timestamptz(3),
  trial_ends_at timestamptz(3),
  cancel_at_period_end boolean not null default false,
  -- There was a subscription once: the next one has no free trial.
  subscribed_before boolean not null default false,
  -- The one checkout that can still be completed.
  checkout_session_id text,
  checkout_plan text,
  -- Counts what happened, so that a call to Stripe that is sent again has the same idempotency key, and a new one another.
  revision integer not null default 0,
  read_at timestamptz(3)
);
create index billing_account_read on billing_account (freelancer_id)
  where subscription_id is not null or checkout_session_id is not null;

-- Each event of Stripe's is acted on once, however often it arrives.
create table stripe_event (
  id text primary key,
  type text not null,
  received_at timestamptz(3) not null default now()
);
create index stripe_event_age on stripe_event (received_at);
