-- What was found out about an image when somebody first opened its page.
create table file_picture (
  file_id uuid primary key references file on delete cascade,
  -- Upright, in pixels; null when it cannot be opened.
  width int,
  height int,
  has_preview boolean not null,
  check ((width is null) = (height is null)),
  check (width is not null or not has_preview)
);
