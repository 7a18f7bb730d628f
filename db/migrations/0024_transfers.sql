-- Vehicles that change hands: one side asks or offers, the other, or the staff, decides.
create table ownership_transfer (
  id uuid primary key,
  vehicle_id uuid not null references vehicle (id) on delete cascade,
  from_org_id uuid not null references organisation (id),
  -- Null: nobody with the number that was given signs in here; whoever offered is not told.
  to_org_id uuid references organisation (id),
  to_mobile text,
  kind text not null check (kind in ('REQUEST', 'OFFER')),
  state text not null default 'OPEN' check (state in ('OPEN', 'APPROVED', 'REFUSED', 'WITHDRAWN')),
  reason text not null,
  -- The day on which the vehicle changed hands, as the two sides say.
  handed_on date not null,
  decision_note text,
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null,
  created_by uuid,
  check (to_org_id is distinct from from_org_id)
);
create unique index ownership_transfer_open_key on ownership_transfer (vehicle_id) where state = 'OPEN';
create index ownership_transfer_from_org_id_idx on ownership_transfer (from_org_id, created_at);
create index ownership_transfer_to_org_id_idx on ownership_transfer (to_org_id, created_at);
create index ownership_transfer_vehicle_id_idx on ownership_transfer (vehicle_id);

-- Each of the two sides sees it.
alter table ownership_transfer enable row level security;
alter table ownership_transfer force row level security;
create policy ownership_transfer_scope on ownership_transfer using (current_setting('app.scope', true) = 'staff'
  or (select nullif(current_setting('app.org', true), '')::uuid) in (from_org_id, to_org_id)
  or current_setting('app.scope', true) = 'clients'
    and (from_org_id = any ((select string_to_array(current_setting('app.orgs', true), ','))::uuid[])
      or to_org_id = any ((select string_to_array(current_setting('app.orgs', true), ','))::uuid[])));
grant select, insert, update, delete on ownership_transfer to :app;

-- Periods that begin or end by themselves are looked for every minute.
create index driver_assignment_from_at_idx on driver_assignment (from_at);
