-- How clients see a workspace. The logo is what the server has drawn from the file that was chosen; that file is not kept.
create table brand (
  workspace_id uuid primary key references workspace (id) on delete cascade,
  -- #rrggbb
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  reply_to text,
  show_made_with boolean not null default true,
  logo bytea,
  logo_width integer,
  logo_height integer,
  -- In which theme the logo needs a ground of its own.
  logo_plate text check (logo_plate in ('light', 'dark')),
  -- Changes with each change, so that pictures can be cached for good.
  version integer not null default 1,
  constraint brand_logo check (
    (logo is null) = (logo_width is null) and (logo is null) = (logo_height is null)
  )
);
