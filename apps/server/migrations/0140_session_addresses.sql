-- Where a session was used last: the first part of the network address, never the whole.
alter table session add column address_range text;
