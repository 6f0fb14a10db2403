-- Whether the owner requires a second factor of everybody who works in it.
alter table workspace add column require_second_factor boolean not null default false;
-- Since when more people work in it than its plan has room for. Null while there is room.
alter table workspace add column over_members_since timestamp(3) with time zone;
create index workspace_over_members on workspace (over_members_since) where over_members_since is not null;
-- Since when a member beyond the room of the plan can sign in and see why, and nothing else.
alter table member add column paused_at timestamp(3) with time zone;
create index member_paused on member (workspace_id, person_id) where paused_at is not null;
