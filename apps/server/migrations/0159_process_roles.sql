-- What a process does: web, worker or both.
alter table process add column role text not null default 'both';
