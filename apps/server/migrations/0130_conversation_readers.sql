-- Each person has read a conversation up to a point of their own. Somebody without a row has nothing unread: the first message after
-- they came adds it.
create table conversation_reader (
  client_id uuid not null,
  person_id uuid not null,
  side text not null,
  -- The newest message before they came, which they need not have read.
  since integer default 0 not null,
  -- The newest message that they have seen, and how many of the other side's they have read.
  seen integer default 0 not null,
  read integer default 0 not null,
  mailed integer default 0 not null,
  mail_due timestamp(3) with time zone
) with (fillfactor=60);

alter table conversation_reader
  add constraint conversation_reader_pkey primary key (client_id, person_id),
  add constraint conversation_reader_side_check check (side = any (array['freelancer'::text, 'client'::text])),
  add constraint conversation_reader_client_id_fkey foreign key (client_id) references conversation (client_id) on delete cascade;

-- What their side had read counts for each contact. Nobody is emailed about what was there before.
insert into conversation_reader (client_id, person_id, side, seen, read, mailed, mail_due)
select client_id, workspace_id, 'freelancer', freelancer_seen, freelancer_read, freelancer_mailed, freelancer_mail_due
from conversation where workspace_id is not null and last_number > 0
union all
select client_id, client_id, 'client', client_seen, client_read, client_mailed, client_mail_due
from conversation where workspace_id is not null and last_number > 0;
insert into conversation_reader (client_id, person_id, side, since, read, mailed)
select c.client_id, person.id, 'client', c.client_seen, c.client_read, c.last_number
from conversation c join client person on person.contact_of = c.client_id
where c.workspace_id is not null and c.last_number > 0 and person.removed_at is null;

create index conversation_reader_person on conversation_reader (person_id);
create index conversation_reader_mail_due on conversation_reader (mail_due) where mail_due is not null;

alter table conversation
  drop column client_seen, drop column client_read, drop column client_mailed, drop column client_mail_due,
  drop column freelancer_seen, drop column freelancer_read, drop column freelancer_mailed, drop column freelancer_mail_due;
