-- The orders of the list of projects. Their expressions are those of `sortKeys` in filtered-projects.repository.ts.
create index project_by_turn on project
  (workspace_id, coalesce(case when turn is not null and archived_at is null then turn_since end, 'infinity'), id desc)
  where archived_at is null and not in_bin;
create index project_by_due_date on project
  (workspace_id, coalesce(overdue_at, 'infinity'), coalesce(due_date, 'infinity'), id desc)
  where archived_at is null and not in_bin;
create index project_by_title on project
  (workspace_id, (regexp_replace(
    regexp_replace(left(search_text(title), 100), '([0-9]+)', '00000000000000000000\1', 'g'),
    '[0-9]*([0-9]{20})', '\1', 'g')) collate "C", id desc)
  where archived_at is null and not in_bin;
