-- The keys with which this installation signs receipts. The one with a private key signs; receipts that others have signed stay verifiable.
create table receipt_key (
  id text primary key,
  public_key text not null,
  private_key text,
  created_at timestamptz(3) not null default now()
);
create unique index receipt_key_in_use on receipt_key ((true)) where private_key is not null;

-- Beside the receipt and not within, because those that exist are signed later and never changed. The next start signs them.
alter table receipt add column signature jsonb;
alter table receipt add constraint receipt_is_signed check (signature is not null) not valid;
create index receipt_without_signature on receipt (id) where signature is null;

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
