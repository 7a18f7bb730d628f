-- What a vehicle is used for, as the colour of its registration plate says it (rule 50 of the Central Motor Vehicles Rules): worked out
-- here alone, from its fuel, its category and its number type, and read wherever the plate is shown.
create function plate_use(fuel_type text, is_transport boolean, registration_kind text) returns text language sql immutable parallel safe as $$
  select case
    -- The BH series is for private vehicles alone, whatever the category says.
    when coalesce(is_transport, false) and registration_kind is distinct from 'BH'
      then case when fuel_type = 'ELECTRIC' then 'ELECTRIC_COMMERCIAL' else 'COMMERCIAL' end
    when fuel_type = 'ELECTRIC' then 'ELECTRIC'
    else 'PRIVATE' end
$$;
alter table vehicle add plate_use text not null default 'PRIVATE'
  check (plate_use in ('PRIVATE', 'COMMERCIAL', 'ELECTRIC', 'ELECTRIC_COMMERCIAL'));
select set_config('app.scope', 'staff', true);
update vehicle v set plate_use = n.plate_use
from (select id, plate_use(fuel_type, (select c.is_transport from vehicle_category c where c.id = category_id), registration_kind) from vehicle) n
where n.id = v.id and n.plate_use <> 'PRIVATE';
select set_config('app.scope', '', true);

-- Of vehicles whose category is corrected, areas/vehicles/catalogue/plate-uses.job.ts writes the column anew: there may be many.
create function vehicle_has_plate_use() returns trigger language plpgsql as $$
begin
  new.plate_use := plate_use(new.fuel_type, (select c.is_transport from vehicle_category c where c.id = new.category_id), new.registration_kind);
  return new;
end $$;
create trigger vehicle_has_plate_use before insert or update of fuel_type, category_id, registration_kind, plate_use on vehicle
  for each row execute function vehicle_has_plate_use();

create or replace view vehicles_vehicle with (security_invoker = true) as
  select id, org_id, slot, registration_no, registration_ends_on, chassis_no, engine_no, registered_on, model_id, category_id, driver_id,
    situation, was_active, blacklisted, state, verdict, verdict_line, verdict_until, registration_upto, insurance_upto, puc_upto,
    fitness_upto, permit_upto, tax_upto, status, deleted_at, unlisted_model, rto_id, unpaid_challans, unpaid_challans_by, plate_use
  from vehicle;
select list_rows('vehicle');
