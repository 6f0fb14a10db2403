create or replace trigger freelancer_has_new_address before update of email on freelancer
  for each row when (lower(old.email) <> lower(new.email)) execute function forget_email_refusal();

create or replace trigger plan_changes after update of plan, subscription_status on freelancer
  for each row when (old.plan is distinct from new.plan or old.subscription_status is distinct from new.subscription_status)
  execute function tell_of_plan();
