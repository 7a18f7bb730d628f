-- Long lists say how many records match, most often active ones of one client, office or brand. With the status beside the key they are
-- counted from the index alone: 1,400 of 200,000 vehicles took 10 ms from the rows and 0.3 ms from the index, on the same busy machine.
drop index vehicle_org_id_registration_no_sort;
create index vehicle_org_id_registration_no_sort on vehicle (org_id, lower(registration_no), id) include (status) where deleted_at is null;
drop index vehicle_rto_id_registration_no_sort;
create index vehicle_rto_id_registration_no_sort on vehicle (rto_id, lower(registration_no), id) include (status) where deleted_at is null;
drop index vehicle_brand_id_registration_no_sort;
create index vehicle_brand_id_registration_no_sort on vehicle (brand_id, lower(registration_no), id) include (status) where deleted_at is null;
drop index vehicle_model_id_registration_no_sort;
create index vehicle_model_id_registration_no_sort on vehicle (model_id, lower(registration_no), id) include (status) where deleted_at is null;
drop index vehicle_type_id_registration_no_sort;
create index vehicle_type_id_registration_no_sort on vehicle (type_id, lower(registration_no), id) include (status) where deleted_at is null;
drop index vehicle_category_id_registration_no_sort;
create index vehicle_category_id_registration_no_sort on vehicle (category_id, lower(registration_no), id) include (status) where deleted_at is null;
drop index vehicle_verdict_registration_no_sort;
create index vehicle_verdict_registration_no_sort on vehicle (verdict, lower(registration_no), id) include (status) where deleted_at is null;
drop index vehicle_state_registration_no_sort;
create index vehicle_state_registration_no_sort on vehicle (state, lower(registration_no), id) include (status) where deleted_at is null;
drop index driver_org_id_name_sort;
create index driver_org_id_name_sort on driver (org_id, lower(name), id) include (status) where deleted_at is null;
drop index device_org_id_identifier_sort;
create index device_org_id_identifier_sort on device (org_id, lower(identifier), id) include (status) where deleted_at is null;
