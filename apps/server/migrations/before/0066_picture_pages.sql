-- How many pages a TIFF has, or pictures an animation; null when that is not known yet. It is found out when the image is
-- opened again.
alter table file_picture add column pages int;
update file_picture set pages = 1 from file
where file.id = file_picture.file_id and width is not null and content_type in ('image/png', 'image/jpeg');
