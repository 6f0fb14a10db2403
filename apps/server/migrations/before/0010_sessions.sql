-- A session lives exactly as long as its row. The triggers notify every process once for each statement that removes rows:
-- with the ids, or with '*' when they do not fit in one payload (8,000 bytes).
-- A process of an earlier version that still runs cannot end sessions after this.
drop trigger session_ends on session;
drop function end_session();
drop table ended_session;

create function notify_ended_sessions() returns trigger language plpgsql as $$
declare
  most constant int := 200;
  ids uuid[];
begin
  if tg_op = 'DELETE' then
    ids := array(select id from ended limit most + 1);
  end if;
  if tg_op = 'TRUNCATE' or cardinality(ids) > most then
    perform pg_notify('session_ended', '*');
  elsif cardinality(ids) > 0 then
    perform pg_notify('session_ended', array_to_string(ids, ','));
  end if;
  return null;
end $$;

create trigger session_deleted after delete on session referencing old table as ended
  for each statement execute function notify_ended_sessions();
create trigger session_truncated after truncate on session
  for each statement execute function notify_ended_sessions();

-- Devices that an account has logged in with, such as "Firefox on macOS"; empty when the browser sent no usable name. Rows
-- outlive sessions, so that a login from a new device can be recognised.
create table known_device (
  freelancer_id uuid not null references freelancer on delete cascade,
  device text not null,
  last_seen_at timestamptz(3) not null,
  primary key (freelancer_id, device)
);
