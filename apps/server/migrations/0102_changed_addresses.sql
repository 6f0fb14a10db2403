-- Somebody who was in an account may have changed the address of a client, to get the links that are mailed there. Whoever recovers the
-- account sees it for a month. Both are null for an address that was not changed, or was changed back.
alter table client add column email_before text, add column email_changed_at timestamptz;
