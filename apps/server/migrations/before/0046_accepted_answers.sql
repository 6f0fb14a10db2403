-- As in 0036. Besides, an accepted answer alone is no reason for an email or a push.
create or replace function number_event() returns trigger language plpgsql as $$
declare
  last record;
  is_nudge constant boolean := new.kind = 'turn_passed' and (new.subject->>'isNudge')::boolean;
  is_reminder constant boolean := new.kind = 'request_reminded';
  -- Nobody is emailed about a changed title or description. An accepted answer is in the next email. A nudge does not wait.
  due constant timestamptz := case
    when is_nudge then new.created_at
    when new.kind not in ('project_changed', 'request_accepted') then new.created_at + interval '5 minutes' end;
  push_at constant timestamptz := case when due is not null then new.created_at + interval '10 seconds' end;
begin
  new.scope_id := coalesce(new.project_id, new.client_id);
  new.for_freelancer := new.actor_type <> 'freelancer' and not is_reminder;
  new.for_client := new.actor_type <> 'client' and new.project_id is not null and not is_reminder;
  select number, freelancer_news, client_news into last
    from event where scope_id = new.scope_id order by number desc limit 1;
  new.number := coalesce(last.number, 0) + 1;
  new.freelancer_news := coalesce(last.freelancer_news, 0) + new.for_freelancer::int;
  new.client_news := coalesce(last.client_news, 0) + new.for_client::int;
  if new.for_freelancer then
    insert into unread (scope_id, reader, person_id, read_news, mailed_news, mail_due, push_due)
      select new.scope_id, 'freelancer', id, new.freelancer_news - 1, new.freelancer_news - 1, due,
          case when push then push_at end
        from freelancer where id = new.freelancer_id
      on conflict (scope_id, reader) do update
        set mail_due = case when is_nudge then excluded.mail_due else coalesce(unread.mail_due, excluded.mail_due) end,
          push_due = coalesce(unread.push_due, case when excluded.push_due is not null
            then greatest(excluded.push_due, unread.pushed_at + interval '1 minute') end)
        where is_nudge or unread.mail_due is null and excluded.mail_due is not null
          or unread.push_due is null and excluded.push_due is not null;
  end if;
  if new.for_client then
    insert into unread (scope_id, reader, person_id, read_news, mailed_news, mail_due, push_due)
      select new.scope_id, 'client', id, new.client_news - 1, new.client_news - 1, due,
          case when push then push_at end
        from client where id = new.client_id
      on conflict (scope_id, reader) do update
        set mail_due = case when is_nudge then excluded.mail_due else coalesce(unread.mail_due, excluded.mail_due) end,
          push_due = coalesce(unread.push_due, case when excluded.push_due is not null
            then greatest(excluded.push_due, unread.pushed_at + interval '1 minute') end)
        where is_nudge or unread.mail_due is null and excluded.mail_due is not null
          or unread.push_due is null and excluded.push_due is not null;
  end if;
  return new;
end $$;
