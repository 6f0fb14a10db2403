-- Whose turn it is, what waits, who is notified and when are decided by features/events. A trigger only numbers the events.
drop trigger event_passes_turn on event;
drop function pass_turn;
drop trigger project_turn_is_decided on project;
drop function decide_turn;
drop function project_turn;
drop trigger project_turn_is_delayed on project;
drop function delay_turn;
drop trigger review_is_shown on review;
drop function show_review;
drop trigger version_closes_review on file;
drop trigger version_changes_reviews on file;
drop function close_outdated_review;
drop function count_waiting_reviews;
drop trigger requests_are_counted on request;
drop function count_added_requests;
drop trigger request_is_counted on request;
drop function count_changed_request;
drop function count_waiting_requests;
drop trigger request_begins_reminders on request;
drop trigger request_changes_reminders on request;
drop function begin_reminders;
drop trigger file_answers_request on file;
drop function recount_answers;
drop trigger client_is_archived on client;
drop function archive_with_client;

alter table project
  drop column turn_decided_at,
  drop column review_waits,
  drop column changes_wait;

create or replace function number_event() returns trigger language plpgsql as $$
declare
  last record;
begin
  new.scope_id := coalesce(new.project_id, new.client_id);
  select number, freelancer_news, client_news into last
    from event where scope_id = new.scope_id order by number desc limit 1;
  new.number := coalesce(last.number, 0) + 1;
  new.freelancer_news := coalesce(last.freelancer_news, 0) + new.for_freelancer::int;
  new.client_news := coalesce(last.client_news, 0) + new.for_client::int;
  return new;
end $$;
