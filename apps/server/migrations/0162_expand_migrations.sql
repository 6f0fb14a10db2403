-- expand
-- The migrations on whose database a process of the release before goes on working. It cannot know those that came after it.
create table expand_migration (
  name text primary key
);
-- The newest migration that the process knows.
alter table process add column schema text;
