-- A note about one version of a file, with or without a place in it.
create table note (
  id uuid primary key,
  file_id uuid not null references file on delete cascade,
  -- The same in all versions of the file.
  history_id uuid not null,
  -- Counts 1, 2, 3 … over all versions.
  number int not null,
  author_type text not null check (author_type in ('Freelancer', 'Client')),
  text text not null,
  page int check (page >= 1),
  -- Fractions of the page or image as it is shown upright, from its top left.
  x double precision check (x between 0 and 1),
  y double precision check (y between 0 and 1),
  -- Seconds of a video or audio.
  t double precision check (t between 0 and 1000000),
  state text not null default 'open' check (state in ('open', 'done', 'declined')),
  reason text,
  settled_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  edited_at timestamptz(3),
  reply_count int not null default 0,
  constraint note_place check ((x is null) = (y is null)),
  constraint note_reason check ((state = 'declined') = (reason is not null)),
  constraint note_settled check ((state = 'open') = (settled_at is null)),
  unique (history_id, number)
);
create index note_list on note (history_id, id desc);
create index note_of_file on note (file_id);
-- Open notes have to be settled before the next round.
create index note_open_of_client on note (history_id) where state = 'open' and author_type = 'Client';

create table note_reply (
  id uuid primary key,
  note_id uuid not null references note on delete cascade,
  number int not null,
  author_type text not null check (author_type in ('Freelancer', 'Client')),
  text text not null,
  created_at timestamptz(3) not null default now(),
  unique (note_id, number)
);
