-- A member is notified of what happens with a client from then on. Who was assigned before this was recorded has all of it.
alter table client_member add column assigned_at timestamp(3) with time zone not null default '-infinity';
