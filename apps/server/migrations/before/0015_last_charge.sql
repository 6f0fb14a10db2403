-- The last charge of the current subscription, from Stripe. The invoice that starts a trial charges zero.
alter table billing_account
  add column last_charge_pence integer,
  add column last_charged_at timestamptz(3);
