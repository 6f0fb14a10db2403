create or replace trigger session_deleted after delete on session referencing old table as ended
  for each statement execute function notify_ended_sessions();

create or replace trigger session_truncated after truncate on session
  for each statement execute function notify_ended_sessions();
