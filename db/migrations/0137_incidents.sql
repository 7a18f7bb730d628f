-- An emergency: somebody pressed a button, on the device or in the app, or staff heard of it. Times are UTC.
create table incident (
  id uuid primary key,
  -- What nobody writes in a form is given with the write: see incident.policy.ts.
  incident_no text,
  source text not null default 'STAFF' check (source in ('DEVICE', 'APP', 'STAFF')),
  incident_state text not null default 'RAISED'
    check (incident_state in ('RAISED', 'ACKNOWLEDGED', 'CONTACTED', 'RESPONDER_SENT', 'RESOLVED', 'FALSE_ALARM')),
  is_test boolean not null default false,
  org_id uuid not null references organisation (id),
  vehicle_id uuid references vehicle (id),
  driver_id uuid references driver (id),
  what text not null,
  -- When the button was pressed, by the clock of the device where one did it, and when the product heard of it.
  raised_at timestamptz not null default now(),
  heard_at timestamptz not null default now(),
  raised_by text not null default '',
  -- Where it was last heard from, in degrees.
  lat numeric check (lat between -90 and 90),
  lon numeric check (lon between -180 and 180),
  place text,
  place_state text,
  position_at timestamptz,
  repeats integer not null default 0 check (repeats >= 0),
  last_at timestamptz not null default now(),
  escalation integer not null default 0 check (escalation >= 0),
  acknowledged_at timestamptz,
  acknowledged_by text,
  acknowledged_after_s integer generated always as
    (case when acknowledged_at is not null then greatest(0, extract(epoch from acknowledged_at - heard_at)::integer) end) stored,
  closed_at timestamptz,
  closed_by text,
  closed_after_s integer generated always as
    (case when closed_at is not null then greatest(0, extract(epoch from closed_at - heard_at)::integer) end) stored,
  outcome text,
  foreign key (org_id, driver_id) references driver (org_id, id),
  unique (org_id, id),
  check ((incident_state in ('RESOLVED', 'FALSE_ALARM')) = (closed_at is not null)),
  check (incident_state = 'RAISED' or acknowledged_at is not null),
  check ((lat is null) = (lon is null)),
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index incident_incident_no_key on incident (lower(incident_no));
create index incident_org_id_idx on incident (org_id);
create index incident_vehicle_id_idx on incident (vehicle_id, raised_at);
create index incident_driver_id_idx on incident (driver_id);
create index incident_raised_at_sort on incident (raised_at, id) where deleted_at is null;
-- What is shown on every open screen.
create index incident_open_idx on incident (raised_at) where incident_state not in ('RESOLVED', 'FALSE_ALARM') and deleted_at is null;
select fence_rows('incident');
grant select, insert, update, delete on incident to :app;
select list_rows('incident');
grant select on incident_all, incident_rows to :app;

-- What happened in an incident, oldest first. What staff note for themselves is given to no client, whatever a query forgets.
create table incident_entry (
  incident_id uuid not null references incident (id) on delete cascade,
  org_id uuid not null references organisation (id),
  no integer not null,
  at timestamptz not null,
  kind text not null check (kind in ('RAISED', 'REPEATED', 'ESCALATED', 'ACKNOWLEDGED', 'CALLED', 'EMAILED', 'RESPONDER_SENT', 'NOTE', 'RESOLVED', 'FALSE_ALARM')),
  -- Who was called or written to.
  person text,
  number text,
  text text,
  actor_id uuid,
  actor text not null,
  by_staff boolean not null,
  staff_only boolean not null default false,
  -- The position that said it: a device slot and its time, so that nothing that is read again counts again.
  source_key text,
  primary key (incident_id, no)
);
create unique index incident_entry_source_key on incident_entry (source_key) where source_key is not null;
create index incident_entry_org_id_idx on incident_entry (org_id, incident_id);
select fence_rows('incident_entry');
create policy incident_entry_staff on incident_entry as restrictive
  using (not staff_only or (select scope_kind()) in ('staff', 'clients'));
grant select, insert, update, delete on incident_entry to :app;

create table incident_number (
  month text primary key,
  last integer not null
);
grant select, insert, update on incident_number to :app;

-- Up to where what devices sent was read for alarms.
create table incident_mark (
  only_one boolean primary key default true check (only_one),
  received_at timestamptz not null
);
grant select, insert, update on incident_mark to :app;

-- Whom to call: what the incidents read of other areas.
create view safety_contact with (security_invoker = true) as
  select id, app_user_id, org_id, name, relation, mobile, alt_mobile, email, position, notify_by, consent_on, status, deleted_at from emergency_contact;
create view safety_number with (security_invoker = true) as
  select id, name, number, kind, state, district, priority, is24x7, status, deleted_at from sos;
create view people_reachable_driver with (security_invoker = true) as
  select id, org_id, name, mobile, emergency_name, emergency_mobile, deleted_at from driver;
grant select on safety_contact, safety_number, people_reachable_driver to :app;
