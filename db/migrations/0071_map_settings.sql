-- What maps are drawn on. One setting is active; the others wait.
create table map_setting (
  id uuid primary key,
  name text not null,
  provider text not null,
  tile_url text,
  max_zoom integer,
  attribution text,
  mapple_access_token text,
  mapple_access_token_sealed text,
  mapple_access_token_hash text,
  client_id text,
  client_secret text,
  client_secret_sealed text,
  client_secret_hash text,
  centre jsonb,
  zoom integer,
  -- Of a token that was fetched with the client: until when it is valid, and why there is none.
  token_expires_at timestamptz,
  token_problem text,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index map_setting_name_key on map_setting (lower(name)) where deleted_at is null;
create unique index map_setting_active_key on map_setting ((true)) where status = 1 and deleted_at is null;
create index map_setting_name_sort on map_setting (lower(name), id) where deleted_at is null;
grant select, insert, update, delete on map_setting to :app;
