-- Government challans of a vehicle that are accepted or upheld and not paid: the office transacts nothing for it until they are.
alter table vehicle
  add unpaid_challans smallint not null default 0 check (unpaid_challans >= 0),
  add unpaid_challans_by date,
  add check ((unpaid_challans > 0) = (unpaid_challans_by is not null));
create or replace view vehicles_vehicle with (security_invoker = true) as
  select id, org_id, slot, registration_no, registration_ends_on, chassis_no, engine_no, registered_on, model_id, category_id, driver_id,
    situation, was_active, blacklisted, state, verdict, verdict_line, verdict_until, registration_upto, insurance_upto, puc_upto,
    fitness_upto, permit_upto, tax_upto, status, deleted_at, unlisted_model, rto_id, unpaid_challans, unpaid_challans_by
  from vehicle;
select list_rows('vehicle');
