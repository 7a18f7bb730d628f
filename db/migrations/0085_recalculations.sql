-- Past trips that are judged anew, because something that they were judged by has changed.
create table recalculation (
  id uuid primary key,
  -- Whose trips; null: those of every organisation.
  org_id uuid references organisation (id),
  cause text not null check (cause in ('ROAD', 'ROAD_TYPE', 'RULE', 'STATUTORY', 'CONFIGURATION', 'IMPORT', 'VEHICLE')),
  record_id uuid not null,
  title text not null,
  -- Changes that came one after another and are taken as one.
  records integer not null default 1,
  vehicle_id uuid references vehicle (id) on delete cascade,
  -- Trips on these roads or near this place; both null: all trips.
  road_ids uuid[],
  near box,
  from_at timestamptz not null,
  to_at timestamptz not null,
  state text not null default 'RUNNING' check (state in ('RUNNING', 'DONE', 'FAILED')),
  -- Null until the trips are counted.
  total integer,
  done integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  withdrawn integer not null default 0,
  -- Decided already: the decision stays.
  flagged integer not null default 0,
  last_start_at timestamptz,
  last_trip_id uuid,
  due_at timestamptz not null,
  tries integer not null default 0,
  actor_id uuid,
  actor_name text not null,
  at timestamptz not null,
  finished_at timestamptz
);
create index recalculation_at_idx on recalculation (at desc, id desc);
create index recalculation_due_at_idx on recalculation (due_at) where state = 'RUNNING';
create index recalculation_org_id_idx on recalculation (org_id);
create index recalculation_vehicle_id_idx on recalculation (vehicle_id);
select fence_rows('recalculation');
create policy recalculation_whole on recalculation as restrictive using (org_id is not null or (select scope_kind()) = 'staff');
grant select, insert, update, delete on recalculation to :app;

-- What a revision came of, who changed that, and what it became.
alter table violation_revision add column cause text, add column title text, add column by_name text, add column becomes text;
-- What a decision rests on has changed since.
alter table violation add column ground_changed_at timestamptz,
  add column ground_change text check (ground_change in ('JUDGED_ANEW', 'NOT_FOUND_ANY_MORE'));
create index violation_ground_changed_idx on violation (from_at desc, id desc) where ground_changed_at is not null;
-- Its trip is there no more.
create index violation_tripless_idx on violation (vehicle_id) where trip_id is null and state <> 'WITHDRAWN';
