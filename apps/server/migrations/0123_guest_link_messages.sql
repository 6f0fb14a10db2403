-- What whoever made a guest link writes to the guest, and the address to which Portico mailed it.
alter table guest_link
  add column message text,
  add column mailed_to text;
