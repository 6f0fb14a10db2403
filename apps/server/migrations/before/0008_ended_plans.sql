-- Whether Stripe has something to charge; and the paid plan that ended last, until another takes its place.
alter table billing_account
  add column has_card boolean not null default false,
  add column ended_subscription_id text,
  add column ended_plan text,
  add column ended_at timestamptz(3),
  add column ended_reason text,
  -- The subscription whose notice of the end was dismissed.
  add column end_dismissed_id text;
