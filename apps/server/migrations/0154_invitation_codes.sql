-- The code that was mailed to an invited address, for somebody who joins with another one.
create table member_invitation_code (
  invitation_id uuid not null references member_invitation (id) on delete cascade,
  person_id uuid not null references freelancer (id) on delete cascade,
  hash bytea not null,
  tries_left integer not null,
  expires_at timestamp(3) with time zone not null,
  primary key (invitation_id, person_id)
);
create index member_invitation_code_of_person on member_invitation_code (person_id);
