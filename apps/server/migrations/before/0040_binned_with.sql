-- A file that is deleted with all its versions is one item in the bin, that of its newest version. The others name it.
alter table file add column binned_with uuid;
