-- At most one row, while the mail server takes no emails.
create table mail_failure (
  is_only boolean generated always as (true) stored primary key,
  since timestamptz(3) not null
);
