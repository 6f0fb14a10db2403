-- A receipt is never changed, but for the signature of one that was written before there were signatures.
create or replace function keep_receipt() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from project where id = old.project_id) then
    return old;
  end if;
  if tg_op = 'UPDATE' and old.signature is null and to_jsonb(new) - 'signature' = to_jsonb(old) - 'signature' then
    return new;
  end if;
  raise exception 'a receipt is never changed, and goes only with its project';
end $$;
