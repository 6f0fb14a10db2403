-- The links in emails of earlier versions do not name the address that they went to. They work until the client gets another one;
-- the address of a freelancer never changes.
alter table client add column has_former_email_links boolean not null default true;
alter table client alter column has_former_email_links set default false;
