-- A vehicle may be registered before its model is in the catalogue: what its papers call it is kept until it is mapped.
alter table vehicle alter column model_id drop not null;
alter table vehicle add column unlisted_model text;
alter table vehicle add constraint vehicle_model_check check (model_id is not null or unlisted_model is not null);
create index vehicle_unlisted_model_idx on vehicle (org_id, lower(unlisted_model)) where unlisted_model is not null;
select list_rows('vehicle');
-- New columns of a view stand last.
create or replace view vehicles_vehicle with (security_invoker = true) as
  select id, org_id, slot, registration_no, registration_ends_on, chassis_no, engine_no, registered_on, model_id, category_id, driver_id,
    situation, was_active, blacklisted, state, verdict, verdict_line, verdict_until, registration_upto, insurance_upto, puc_upto,
    fitness_upto, permit_upto, tax_upto, status, deleted_at, unlisted_model
  from vehicle;

-- Models that clients miss.
create table model_request (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  -- Brand and model, as the client calls them.
  name text not null,
  note text,
  state text not null default 'OPEN' check (state in ('OPEN', 'ANSWERED', 'DECLINED', 'WITHDRAWN')),
  model_id uuid references vehicle_model (id) on delete set null,
  reply text,
  decided_at timestamptz,
  decided_by uuid,
  created_at timestamptz not null,
  created_by uuid
);
create unique index model_request_open_key on model_request (org_id, lower(name)) where state = 'OPEN';
create index model_request_org_id_idx on model_request (org_id, created_at);
create index model_request_model_id_idx on model_request (model_id);
create index model_request_created_at_idx on model_request (created_at);
select fence_rows('model_request');
grant select, insert, update, delete on model_request to :app;
