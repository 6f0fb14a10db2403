-- The thumbnail of a PDF or video is made in the uploader's browser, so it may show something else than the file.
alter table file add column is_thumbnail_by_uploader boolean default false not null;
