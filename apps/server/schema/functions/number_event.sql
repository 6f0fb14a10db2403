-- The caller has locked the scope, so the numbers have neither gaps nor repeats. Who is notified is decided by recordEvents.
create or replace function number_event() returns trigger language plpgsql as $$
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
end $$;
