-- Limits and live chat depend on the plan, so every process is notified of a change.
create or replace function tell_of_plan() returns trigger language plpgsql as $$
begin
  perform pg_notify('plan_changed', new.id::text);
  return null;
end $$;
