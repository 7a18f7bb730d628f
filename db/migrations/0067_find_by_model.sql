-- Vehicles are looked for by the model that their owner wrote down. Without an index of their own these texts were the one part of a
-- search that reads the whole table.
create index vehicle_unlisted_model_trgm on vehicle using gin (unlisted_model gin_trgm_ops);
