-- When a change of address was asked for: what besides the password was added since then goes when the change is undone.
alter table email_change add column requested_at timestamp(3) with time zone not null default now();
alter table email_undo add column requested_at timestamp(3) with time zone;
alter table recovery_code add column created_at timestamp(3) with time zone not null default '-infinity';
-- Whether the hash is encrypted by the server's secret, so that it can be encrypted again by another one. Those from before are keyed by it.
alter table recovery_code add column is_sealed boolean not null default false;
-- When it was last recorded that a guest has opened a link.
alter table guest_link add column opened_at timestamp(3) with time zone;
