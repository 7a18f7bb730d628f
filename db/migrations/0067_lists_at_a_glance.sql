-- Vehicles are looked for by the model that their owner wrote down. Without an index of their own these texts were the one part of a
-- search that reads the whole table.
create index vehicle_unlisted_model_trgm on vehicle using gin (unlisted_model gin_trgm_ops);

-- The day that comes next of all that a vehicle or a driver must not miss: what their lists show and are put in order by. Nobody writes it.
-- A driver's licence counts as long as one of its two halves does, as in the list of deadlines.
alter table vehicle add column next_deadline date generated always as
  (least(registration_upto, insurance_upto, puc_upto, fitness_upto, permit_upto, tax_upto, registration_ends_on)) stored;
alter table driver add column next_deadline date generated always as (least(greatest(dl_valid_nt, dl_valid_tr), medical_upto)) stored;
create index vehicle_next_deadline_sort on vehicle (next_deadline, id) where deleted_at is null;
create index driver_next_deadline_sort on driver (next_deadline, id) where deleted_at is null;
select list_rows('vehicle');
select list_rows('driver');
