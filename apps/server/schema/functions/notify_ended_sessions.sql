-- A session lives exactly as long as its row. Notifies every process once for each statement that removes rows: with the ids, or
-- with '*' when they do not fit in one payload (8,000 bytes).
create or replace function notify_ended_sessions() returns trigger language plpgsql as $$
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
