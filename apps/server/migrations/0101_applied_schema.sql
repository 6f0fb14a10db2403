-- Which files of schema/ were applied last, and what takes their objects away again.
create table applied_schema (
  file text primary key,
  checksum text not null,
  undo text not null
);
