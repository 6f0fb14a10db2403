-- How a login link came into the world: only ever mailed to the client's address, or its address was shown to the freelancer.
-- Of the links that exist nobody knows, so they count as handed out.
alter table login_link
  add column id uuid not null default gen_random_uuid(),
  add column origin text not null default 'handed_out' check (origin in ('mailed', 'handed_out'));
alter table login_link alter column id drop default, alter column origin drop default;
create unique index login_link_id on login_link (id);
create index login_link_of_client on login_link (client_id, id desc);
drop index login_link_client;

-- How the person of a client's session is known: by the origin of its link, or by a code that was mailed to their address since.
-- Null for freelancers and previews.
alter table session add column known_by text check (known_by in ('mailed', 'handed_out', 'code'));
update session set known_by = 'handed_out' where client_id is not null and previewed_by is null;

-- The address that the code was mailed to. Codes work for ten minutes, so those that exist are not worth keeping.
delete from review_code;
alter table review_code add column email text not null;

-- Receipts of earlier versions say `link`.
alter table review
  drop constraint review_identified_by_check,
  add constraint review_identified_by_check check (identified_by in ('link', 'code', 'mailed_link', 'earlier_code')),
  -- The session that decided.
  add column decided_in uuid;
