-- Further people of a client are rows of the same table, because sessions, login links, calendar feeds and settings refer to it as to
-- the person. The client itself is its first person, so rows from before stay true. Somebody who was removed keeps their name at what
-- they wrote, and nothing else.
alter table client
  add column contact_of uuid,
  add column looks_only boolean default false not null,
  add column removed_at timestamp(3) with time zone,
  add constraint client_contact_of_fkey foreign key (contact_of, workspace_id) references client (id, workspace_id) on delete cascade,
  add constraint only_contacts_look_or_go check (contact_of is not null or not looks_only and removed_at is null),
  add constraint removed_contact_has_no_address check (removed_at is null or email = '');

create index contact_of_client on client (contact_of) where contact_of is not null;
drop index client_active;
drop index client_archived;
drop index client_email;
create index client_active on client (workspace_id, id desc) where archived_at is null and contact_of is null;
create index client_archived on client (workspace_id, id desc) where archived_at is not null and contact_of is null;
create unique index client_email on client (workspace_id, coalesce(email_key, lower(email))) where removed_at is null;

-- Several people of one side read the same project or conversation.
alter table unread drop constraint unread_pkey, add primary key (scope_id, person_id);
alter table deadline_reminder drop constraint deadline_reminder_pkey, add primary key (project_id, person_id);

-- Who of their side wrote or did it; null in rows from before, which are of the first person.
alter table event add column actor_id uuid;
alter table feedback_reply add column author_id uuid;
alter table note add column author_id uuid;
alter table note_reply add column author_id uuid;
alter table request_answer add column author_id uuid;
alter table file add column uploader_id uuid;
