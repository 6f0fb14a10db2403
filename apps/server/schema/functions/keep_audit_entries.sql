-- An entry is never changed, and goes only by its age. The expiry says up to when, and even then nothing of the last 30 days goes.
create or replace function keep_audit_entries() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '30 days'
    and old.at < nullif(current_setting('portico.audit_expiry', true), '')::timestamptz then
    return old;
  end if;
  raise exception 'an audit entry is never changed, and goes only when it expires';
end $$;
