-- Logos and pictures of the first catalogues, whose tables are older than the table of files.
alter table vehicle_brand add constraint vehicle_brand_logo_id_fkey foreign key (logo_id) references file (id);
alter table vehicle_model add constraint vehicle_model_image_id_fkey foreign key (image_id) references file (id);
