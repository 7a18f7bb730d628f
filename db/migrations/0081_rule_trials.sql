-- Roads that limits of a matched trip were asked of: of them the trip is judged. Null: matched before they were noted, and any road may be one.
alter table trip_match add column road_ids uuid[];
-- Around its positions, longitude and latitude in degrees; null likewise.
alter table trip_match add column box box;
create index trip_match_box_idx on trip_match using gist (box);
create index trip_match_road_ids_idx on trip_match using gin (road_ids);

-- Rules and configurations that somebody tries on past trips before they hold. They change nothing.
create table rule_trial (
  id uuid primary key,
  -- Whose trips; null: those of every organisation, for staff who see all of them.
  org_id uuid references organisation (id),
  state text not null default 'RUNNING' check (state in ('RUNNING', 'DONE', 'CANCELLED', 'FAILED')),
  kind text not null check (kind in ('RULE', 'CONFIGURATION')),
  road_id uuid references road (id),
  road_name text,
  limit_kmh integer,
  configuration_name text,
  -- What is tried, as it was entered.
  change jsonb not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- Null until the trips are counted.
  total integer,
  is_cut boolean not null default false,
  done integer not null default 0,
  without_positions integer not null default 0,
  before_count integer not null default 0,
  after_count integer not null default 0,
  -- The trip that was looked at last.
  last_start_at timestamptz,
  last_trip_id uuid,
  actor_id uuid not null references account (id) on delete cascade,
  actor_name text not null,
  at timestamptz not null,
  finished_at timestamptz
);
create unique index rule_trial_running_key on rule_trial (coalesce(org_id, '00000000-0000-0000-0000-000000000000')) where state = 'RUNNING';
create index rule_trial_at_idx on rule_trial (at desc, id desc);
create index rule_trial_org_id_idx on rule_trial (org_id);
create index rule_trial_road_id_idx on rule_trial (road_id);
create index rule_trial_actor_id_idx on rule_trial (actor_id);
select fence_rows('rule_trial');
-- One over every organisation is no business of staff who work for some.
create policy rule_trial_whole on rule_trial as restrictive using (org_id is not null or (select scope_kind()) = 'staff');
grant select, insert, update, delete on rule_trial to :app;

-- Speeding that would appear, vanish or be judged otherwise.
create table rule_trial_episode (
  trial_id uuid not null references rule_trial (id) on delete cascade,
  no integer not null,
  org_id uuid not null references organisation (id),
  vehicle_id uuid not null references vehicle (id) on delete cascade,
  trip_id uuid not null,
  change text not null check (change in ('NEW', 'GONE', 'CHANGED')),
  from_at timestamptz not null,
  to_at timestamptz not null,
  road_id uuid not null,
  road_name text not null,
  peak_kmh real not null,
  -- Limit, source, tier and severity.
  was jsonb,
  becomes jsonb,
  -- The violation that is known of it.
  violation_id uuid,
  primary key (trial_id, no)
);
create index rule_trial_episode_vehicle_id_idx on rule_trial_episode (vehicle_id);
create index rule_trial_episode_org_id_idx on rule_trial_episode (org_id);
select fence_rows('rule_trial_episode');
grant select, insert, update, delete on rule_trial_episode to :app;
