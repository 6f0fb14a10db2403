-- A member who does not work with a client may read the conversation, and nothing in it is unread for them.
alter table conversation_reader alter column read drop not null;
update conversation_reader r set read = null, mail_due = null
where side = 'freelancer'
  and not exists (select from client_member m where m.client_id = r.client_id and m.person_id = r.person_id);
