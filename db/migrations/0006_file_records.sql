-- Which record a file belongs to: who may read the record may read the file.
select set_config('app.scope', 'staff', true);
alter table file add column module text, add column record_id uuid;
update file f set module = 'vehicle-brand', record_id = b.id from vehicle_brand b where b.logo_id = f.id;
update file f set module = 'vehicle-model', record_id = m.id from vehicle_model m where m.image_id = f.id;
