-- Share links: a vehicle as it moves, or a trip of the past, for whoever has the link. Of the link only the hash is kept.
create table share_link (
  id uuid primary key,
  -- Whose the vehicle is. The link ends when it becomes somebody else's.
  org_id uuid not null references organisation (id),
  kind text not null check (kind in ('VEHICLE', 'TRIP')),
  -- What the vehicle was called then.
  plate text not null,
  vehicle_id uuid not null references vehicle (id) on delete cascade,
  -- A trip that is cut again is another one: the link ends with the one that it shows.
  trip_id uuid references trip (id) on delete set null,
  token_hash bytea not null unique,
  -- Keyed, so that who has the database alone cannot try all PINs.
  pin_hash text,
  mask_plate boolean not null,
  show_speed boolean not null,
  label text,
  made_by uuid not null references account (id) on delete cascade,
  made_by_name text not null,
  -- Nothing of before is shown of a vehicle.
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  ended_at timestamptz,
  ended_why text check (ended_why in ('EXPIRED', 'REVOKED', 'VEHICLE', 'MAKER', 'TRIP', 'PIN')),
  -- Wrong PINs since the last right one, and all of them.
  pin_failures integer not null default 0,
  pin_failures_total integer not null default 0,
  locked_until timestamptz,
  check ((ended_at is null) = (ended_why is null)),
  check (kind = 'TRIP' or trip_id is null)
);
create index share_link_org_id_idx on share_link (org_id, created_at desc, id desc);
create index share_link_created_at_idx on share_link (created_at desc, id desc);
create index share_link_vehicle_id_idx on share_link (vehicle_id);
create index share_link_trip_id_idx on share_link (trip_id) where trip_id is not null;
create index share_link_made_by_idx on share_link (made_by);
create index share_link_expires_at_idx on share_link (expires_at) where ended_at is null;
create index share_link_ended_at_idx on share_link (ended_at) where ended_at is not null;
select fence_rows('share_link');
grant select, insert, update, delete on share_link to :app;

-- Who opened a link, as far as it is kept: an hour, a network and a kind of browser are one row, however often it was opened from there.
create table share_link_view (
  link_id uuid not null references share_link (id) on delete cascade,
  org_id uuid not null references organisation (id),
  hour timestamptz not null,
  network text not null,
  browser text not null,
  views integer not null,
  pin_failures integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (link_id, hour, network, browser)
);
create index share_link_view_org_id_idx on share_link_view (org_id);
select fence_rows('share_link_view');
grant select, insert, update, delete on share_link_view to :app;

-- Whether a trip goes on: what is shared of one has ended. New columns of a view stand last.
create or replace view trips_span with (security_invoker = true) as
  select id, org_id, vehicle_id, driver_id, start_at, end_at, state, distance_m, max_kmh from trip;
