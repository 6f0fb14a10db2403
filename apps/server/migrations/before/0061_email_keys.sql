-- The form in which addresses are compared, where it is not lower(email): the domain in ASCII. The next start fills in those that exist.
alter table freelancer add column email_key text;
alter table client add column email_key text;

drop index freelancer_email;
create unique index freelancer_email on freelancer (coalesce(email_key, lower(email)));
drop index client_email;
create unique index client_email on client (freelancer_id, coalesce(email_key, lower(email)));
drop index client_by_email;
create index client_by_email on client (coalesce(email_key, lower(email)));

create index freelancer_without_email_key on freelancer (id) where email_key is null and email ~ '@.*[^ -~]';
create index client_without_email_key on client (id) where email_key is null and email ~ '@.*[^ -~]';
