-- Null for processes of versions that did not write it.
alter table process add column version text;
