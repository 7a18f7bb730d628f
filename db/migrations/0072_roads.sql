-- Roads, and their lines on the map.
create table road (
  id uuid primary key,
  name text not null,
  ref text,
  road_type_id uuid not null references road_type (id),
  state text not null,
  district text,
  rto_id uuid references rto (id),
  one_way text not null default 'BOTH',
  is_divided boolean not null,
  lanes integer,
  width_m numeric,
  structure text not null default 'NONE',
  layer smallint not null default 0,
  osm_max_kmh integer,
  -- Of its line; null while it has none.
  length_m integer,
  source text not null default 'MANUAL',
  -- What an import knows it by, so that the next one finds it again.
  external_key text,
  osm_way_ids bigint[],
  import_id uuid,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index road_external_key_key on road (external_key) where deleted_at is null;
create index road_import_id_idx on road (import_id) where import_id is not null;
create index road_road_type_id_idx on road (road_type_id);
create index road_rto_id_idx on road (rto_id);
create index road_name_sort on road (lower(name), id) where deleted_at is null;
create index road_road_type_id_name_sort on road (road_type_id, lower(name), id) include (status) where deleted_at is null;
create index road_state_name_sort on road (state, lower(name), id) include (status) where deleted_at is null;
create index road_name_trgm on road using gin (name gin_trgm_ops);
create index road_ref_trgm on road using gin (ref gin_trgm_ops);
grant select, insert, update, delete on road to :app;

-- A road's line, apart from its row so that lists never read it.
create table road_line (
  road_id uuid primary key references road (id) on delete cascade,
  -- Pairs of little-endian int32: latitude and longitude in 1e-7 degrees.
  points bytea not null,
  -- Longitude and latitude in degrees.
  box box not null,
  version integer not null default 1
);
-- Read often and hardly smaller when packed.
alter table road_line alter column points set storage external;
create index road_line_box_idx on road_line using gist (box);
grant select, insert, update, delete on road_line to :app;
