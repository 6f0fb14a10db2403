-- Who of the client decided; null in rows from before, where the session has ended, and then it counts as the first person.
alter table review add column decided_by uuid;
update review set decided_by = session.client_id from session where session.id = review.decided_in;
