-- Who of a side asked for a review, settled a note or deleted something; null in rows from before, where it was the first person of
-- that side.
alter table review add column asked_by uuid;
alter table note add column settled_by uuid;
alter table bin_item add column deleted_by_id uuid;
