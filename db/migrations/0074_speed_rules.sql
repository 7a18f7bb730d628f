-- Speed rules of roads, what the law says, and configurations of single clients. What has been in force stays as it was: a change makes a
-- version that follows it.
create table road_speed_rule (
  id uuid primary key,
  road_id uuid not null references road (id),
  from_m integer,
  to_m integer,
  direction text not null default 'BOTH',
  speed_class text,
  category_id uuid references vehicle_category (id),
  limit_kmh integer not null,
  days text[],
  from_time text,
  to_time text,
  season_from text,
  season_to text,
  reason_code text not null,
  order_no text,
  evidence_id uuid references file (id),
  effective_from date not null,
  effective_to date,
  priority integer not null default 0,
  rule_version integer not null default 1,
  -- The version that it follows.
  replaces_id uuid references road_speed_rule (id),
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  check ((from_m is null) = (to_m is null))
);
create unique index road_speed_rule_replaces_id_key on road_speed_rule (replaces_id) where deleted_at is null;
create index road_speed_rule_evidence_id_idx on road_speed_rule (evidence_id);
create index road_speed_rule_category_id_idx on road_speed_rule (category_id);
create index road_speed_rule_road_id_idx on road_speed_rule (road_id);
create index road_speed_rule_effective_from_sort on road_speed_rule (effective_from, id) where deleted_at is null;
create index road_speed_rule_road_id_effective_from_sort on road_speed_rule (road_id, effective_from, id) include (status) where deleted_at is null;
grant select, insert, update, delete on road_speed_rule to :app;

create table statutory_speed_limit (
  id uuid primary key,
  name text not null,
  kind text not null,
  speed_class text not null,
  -- Null: all of India.
  state text,
  -- Null: the class may not ply there.
  limit_kmh integer,
  source text not null,
  effective_from date not null,
  effective_to date,
  rule_version integer not null default 1,
  replaces_id uuid references statutory_speed_limit (id),
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index statutory_speed_limit_kind_speed_class_state_effective_from_key
  on statutory_speed_limit (kind, speed_class, coalesce(state, ''), effective_from) where deleted_at is null;
create unique index statutory_speed_limit_replaces_id_key on statutory_speed_limit (replaces_id) where deleted_at is null;
create index statutory_speed_limit_name_sort on statutory_speed_limit (lower(name), id) where deleted_at is null;
grant select, insert, update, delete on statutory_speed_limit to :app;

-- Which row of the law a type of road comes under.
alter table road_type add column statutory_kind text;
update road_type set statutory_kind = case
  when code in ('EXPRESSWAY', 'DIVIDED_4L', 'MUNICIPAL') then code
  when code = 'FOUR_LANE_MUNICIPAL' then 'MUNICIPAL'
  else 'OTHER' end;
alter table road_type alter column statutory_kind set not null, alter column statutory_kind set default 'OTHER';

-- Null: everybody's.
alter table speed_configuration
  add column client_id uuid references organisation (id),
  add column rule_version integer not null default 1,
  add column replaces_id uuid references speed_configuration (id);
create index speed_configuration_client_id_idx on speed_configuration (client_id);
create unique index speed_configuration_replaces_id_key on speed_configuration (replaces_id) where deleted_at is null;
drop index speed_configuration_name_key;
create unique index speed_configuration_name_effective_from_key on speed_configuration (lower(name), effective_from) where deleted_at is null;
select fence_rows('speed_configuration', 'client_id', 'everybody');
select list_rows('speed_configuration', 'client_id');
-- What is everybody's is in the list of every organisation.
create or replace view speed_configuration_rows as
  select * from speed_configuration where client_id is null or (select scope_kind()) = 'staff'
    or client_id = (select scope_org())
    or (select scope_kind()) = 'clients' and client_id = any ((select scope_orgs())::uuid[]);
grant select on speed_configuration_all, speed_configuration_rows to :app;
