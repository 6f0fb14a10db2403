-- Reviews that were asked for together have one group: the id of the first of them. One that was asked for alone is a group of its own.
alter table review
  add column group_id uuid,
  -- The client chooses one of the group.
  add column is_choice boolean not null default false;
update review set group_id = id;
alter table review alter column group_id set not null;

alter table review drop constraint review_state_check;
alter table review add constraint review_state_check check (
  state in ('open', 'approved', 'changes_requested', 'not_chosen', 'withdrawn', 'replaced')
);
alter table review drop constraint review_decision;
alter table review add constraint review_decision check (
  (state in ('approved', 'changes_requested', 'not_chosen')) = (decided_at is not null)
);
create index review_of_group on review (group_id);
