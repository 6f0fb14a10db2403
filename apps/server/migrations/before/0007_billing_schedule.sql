-- The plan that follows when the period ends, where Stripe says that one does.
alter table billing_account add column next_plan text;
