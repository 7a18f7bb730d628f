-- A vehicle that is sold, retired or inactive has no next deadline, nor has a driver who has left: lists in the order of the next deadline
-- put them last, and agree with the list of deadlines, which has none of theirs. Still nobody writes the column: it goes by the others.
alter table vehicle alter column next_deadline drop expression;
create function vehicle_has_next_deadline() returns trigger language plpgsql as $$
begin
  new.next_deadline := case when new.status = 1 and new.situation not in ('SOLD', 'RETIRED') then
    least(new.registration_upto, new.insurance_upto, new.puc_upto, new.fitness_upto, new.permit_upto, new.tax_upto, new.registration_ends_on) end;
  return new;
end $$;
create trigger vehicle_has_next_deadline
  before insert or update of registration_upto, insurance_upto, puc_upto, fitness_upto, permit_upto, tax_upto, registration_ends_on, situation,
    status, next_deadline on vehicle
  for each row execute function vehicle_has_next_deadline();

alter table driver alter column next_deadline drop expression;
create function driver_has_next_deadline() returns trigger language plpgsql as $$
begin
  new.next_deadline := case when new.status = 1 and new.situation <> 'EXITED' then
    least(greatest(new.dl_valid_nt, new.dl_valid_tr), new.medical_upto) end;
  return new;
end $$;
create trigger driver_has_next_deadline
  before insert or update of dl_valid_nt, dl_valid_tr, medical_upto, situation, status, next_deadline on driver
  for each row execute function driver_has_next_deadline();

select set_config('app.scope', 'staff', true);
update vehicle set next_deadline = null where next_deadline is not null and (status <> 1 or situation in ('SOLD', 'RETIRED'));
update driver set next_deadline = null where next_deadline is not null and (status <> 1 or situation = 'EXITED');
select set_config('app.scope', '', true);
