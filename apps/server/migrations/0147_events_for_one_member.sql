-- The only member who is notified of an event; null for all who work with the client.
alter table event add column for_person uuid;
