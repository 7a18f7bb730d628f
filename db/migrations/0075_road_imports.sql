-- Files of roads: what they hold, what would become of it, and enough to take it all back.
create table road_import (
  id uuid primary key,
  file_name text not null,
  -- Files of one name follow each other: roads that the next one does not have are gone.
  data_set text not null,
  -- The state of roads that no town is near.
  elsewhere text,
  bytes bigint not null,
  received bigint not null default 0,
  state text not null check (state in ('UPLOADING', 'READING', 'CHECKED', 'IMPORTING', 'DONE', 'UNDOING', 'UNDONE', 'CANCELLED', 'FAILED')),
  -- It was stopped amid its work, and ends as cancelled once that is taken back.
  is_stopped boolean not null default false,
  -- Roads that were read so far, and ways that are none for vehicles.
  read integer not null default 0,
  passed integer not null default 0,
  -- Faults by their code.
  faults jsonb not null default '{}',
  -- Roads by what becomes of them.
  made integer not null default 0,
  changed integer not null default 0,
  same integer not null default 0,
  kept integer not null default 0,
  gone integer not null default 0,
  -- Roads that were written, of those that are to be, and where it goes on.
  done integer not null default 0,
  total integer not null default 0,
  next_no integer not null default 0,
  -- Roads that its undo left.
  undo_left integer not null default 0,
  message text,
  -- Who reads the file, and when there was the last sign of it.
  worker uuid,
  worked_at timestamptz,
  tries integer not null default 0,
  actor_id uuid not null,
  actor_name text not null,
  ip text,
  request_id text,
  at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  undone_at timestamptz
);
create index road_import_at_idx on road_import (at desc, id desc);
-- One is written at a time.
create unique index road_import_writing_key on road_import ((true)) where state in ('IMPORTING', 'UNDOING');

create table road_import_fault (
  import_id uuid not null references road_import (id) on delete cascade,
  at integer not null,
  code text not null,
  no integer,
  line integer,
  feature text,
  detail text,
  primary key (import_id, at)
);
create index road_import_fault_code_idx on road_import_fault (import_id, code, at);

-- What a file says, from when it was read until it is written.
create table road_import_feature (
  import_id uuid not null references road_import (id) on delete cascade,
  no integer not null,
  external_key text not null,
  action text not null check (action in ('NEW', 'CHANGED', 'SAME', 'KEPT', 'GONE', 'ERROR')),
  road_id uuid,
  hash text,
  name text,
  ref text,
  highway text,
  state text,
  district text,
  one_way text,
  is_divided boolean,
  lanes smallint,
  structure text,
  layer smallint,
  osm_max_kmh smallint,
  osm_way_ids bigint[],
  limits jsonb,
  length_m integer,
  points bytea,
  box box,
  primary key (import_id, no)
);
alter table road_import_feature alter column points set storage external;
create index road_import_feature_key_idx on road_import_feature (import_id, external_key);
create index road_import_feature_open_idx on road_import_feature (import_id, no) where action in ('NEW', 'CHANGED', 'GONE');

-- What an import did to a road.
create table road_import_change (
  import_id uuid not null references road_import (id) on delete cascade,
  road_id uuid not null references road (id) on delete cascade,
  action text not null check (action in ('NEW', 'CHANGED', 'GONE')),
  -- The road's version after it: it is taken back only while it stands there.
  version integer not null,
  -- What it was before, its line apart.
  before jsonb,
  points bytea,
  box box,
  -- Null: not taken back. Otherwise whether it was, or had been edited since.
  undo text check (undo in ('BACK', 'EDITED')),
  primary key (import_id, road_id)
);
create index road_import_change_road_id_idx on road_import_change (road_id);
create index road_import_change_open_idx on road_import_change (import_id, road_id) where undo is null;

-- Which file a road comes from.
create table road_source (
  road_id uuid primary key references road (id) on delete cascade,
  data_set text not null,
  -- Of what the file said of it.
  hash text not null,
  -- Tags that say limits, as OpenStreetMap has them.
  limits jsonb not null,
  -- The road's version after its import: another one was edited here.
  road_version integer not null,
  import_id uuid not null
);
create index road_source_data_set_idx on road_source (data_set);

grant select, insert, update, delete on road_import, road_import_fault, road_import_feature, road_import_change, road_source to :app;
