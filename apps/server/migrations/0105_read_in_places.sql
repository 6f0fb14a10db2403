-- What is read beyond the first unread notification, because it was shown elsewhere: as ranges, which join as the gaps close.
alter table unread add column read_beyond int4multirange not null default '{}';
