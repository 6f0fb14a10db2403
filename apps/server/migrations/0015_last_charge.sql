-- What Stripe charged last for the subscription that lives: zero for the invoice that begins a trial.
alter table billing_account
  add column last_charge_pence integer,
  add column last_charged_at timestamptz(3);
