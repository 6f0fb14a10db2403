-- Invitations to a workspace. One that was accepted, withdrawn or has ended stays, so that its links can say so.
create table member_invitation (
  id uuid primary key,
  workspace_id uuid not null constraint member_invitation_workspace_id_fkey references workspace (id) on delete cascade,
  email text not null,
  email_key text not null,
  role text not null constraint member_invitation_role_check check (role in ('admin', 'member')),
  sees text not null constraint member_invitation_sees_check check (sees in ('all', 'assigned')),
  client_ids uuid[] not null default '{}',
  invited_by uuid constraint member_invitation_invited_by_fkey references freelancer (id) on delete set null,
  invited_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  accepted_at timestamp(3) with time zone,
  accepted_by uuid constraint member_invitation_accepted_by_fkey references freelancer (id) on delete set null,
  withdrawn_at timestamp(3) with time zone,
  constraint only_invited_members_see_less check (role = 'member' or sees = 'all')
);
create unique index member_invitation_unanswered on member_invitation (workspace_id, email_key)
  where accepted_at is null and withdrawn_at is null;
create index member_invitation_of_inviter on member_invitation (invited_by);
create index member_invitation_of_member on member_invitation (accepted_by);

-- Each email has a link of its own; all of them are for the same address.
create table member_invitation_link (
  token_hash bytea primary key,
  invitation_id uuid not null constraint member_invitation_link_invitation_id_fkey references member_invitation (id) on delete cascade
);
create index member_invitation_link_of_invitation on member_invitation_link (invitation_id);

alter table member add column last_seen_at timestamp(3) with time zone;
update member set last_seen_at = (
  select max(s.last_seen_at) from session s where s.freelancer_id = member.person_id and s.workspace_id = member.workspace_id
);
