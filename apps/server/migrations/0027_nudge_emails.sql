-- As in 0026. Besides, the email about a nudge is due at once.
create or replace function number_event() returns trigger language plpgsql as $$
declare
  last record;
  is_nudge constant boolean := new.kind = 'turn_passed' and (new.subject->>'isNudge')::boolean;
  -- Nobody is emailed about a changed title or description. A nudge does not wait.
  due constant timestamptz := case
    when is_nudge then new.created_at
    when new.kind <> 'project_changed' then new.created_at + interval '5 minutes' end;
begin
  new.scope_id := coalesce(new.project_id, new.client_id);
  new.for_freelancer := new.actor_type <> 'freelancer';
  new.for_client := new.actor_type <> 'client' and new.project_id is not null;
  select number, freelancer_news, client_news into last
    from event where scope_id = new.scope_id order by number desc limit 1;
  new.number := coalesce(last.number, 0) + 1;
  new.freelancer_news := coalesce(last.freelancer_news, 0) + new.for_freelancer::int;
  new.client_news := coalesce(last.client_news, 0) + new.for_client::int;
  if new.for_freelancer then
    insert into unread (scope_id, reader, person_id, read_news, mailed_news, mail_due)
      values (new.scope_id, 'freelancer', new.freelancer_id, new.freelancer_news - 1, new.freelancer_news - 1, due)
      on conflict (scope_id, reader) do update set mail_due = excluded.mail_due
        where is_nudge or unread.mail_due is null and excluded.mail_due is not null;
  end if;
  if new.for_client then
    insert into unread (scope_id, reader, person_id, read_news, mailed_news, mail_due)
      values (new.scope_id, 'client', new.client_id, new.client_news - 1, new.client_news - 1, due)
      on conflict (scope_id, reader) do update set mail_due = excluded.mail_due
        where is_nudge or unread.mail_due is null and excluded.mail_due is not null;
  end if;
  return new;
end $$;
