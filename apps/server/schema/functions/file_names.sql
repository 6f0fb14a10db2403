-- The names of the files of a message, as they were when it was sent. Null without any.
create or replace function file_names(files jsonb) returns text immutable strict parallel safe
return (
  select string_agg(file ->> 'fileName', ', ' order by place)
  from jsonb_array_elements(files) with ordinality as sent (file, place)
);
