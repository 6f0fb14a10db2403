-- What several processes have to agree on while a file arrives in pieces. The row goes with the file's row, or once it is stored.
create table partial_upload (
  id uuid primary key references file (id) on delete cascade,
  -- The request that receives bytes just now, and until when it may without saying so again.
  holder uuid,
  holder_mark text,
  held_until timestamptz,
  -- Another request waits for the holder to end.
  is_wanted boolean not null default false,
  active_at timestamptz not null default clock_timestamp(),
  -- When Portico last failed to receive or to store it.
  failed_at timestamptz,
  -- What is in a bucket already.
  state jsonb,
  constraint partial_upload_holder check ((holder is null) = (held_until is null))
);

insert into partial_upload (id) select id from file where state = 'receiving';
