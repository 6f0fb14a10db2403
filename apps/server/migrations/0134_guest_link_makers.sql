-- Who of their side gave the link; null in rows from before, which are of the first person.
alter table guest_link add column maker_id uuid;
