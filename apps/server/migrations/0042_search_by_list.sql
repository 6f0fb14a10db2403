-- Titles are found by reading those of the account: the trigram index took ten times as long with a million files of all accounts,
-- because it looks up each title of the account once for each trigram (docs/decisions/0021-search.md).
drop function similar_titles;
drop index search_item_title;

-- They may have been there before us, for something else.
do $$ begin
  drop extension btree_gin;
exception when dependent_objects_still_exist or insufficient_privilege then null;
end $$;
do $$ begin
  drop extension pg_trgm;
exception when dependent_objects_still_exist or insufficient_privilege then null;
end $$;
