-- A fingerprint of APP_SECRET, so that a start with another one is refused. Null: the next start stores its own.
alter table installation add column secret_check text;
