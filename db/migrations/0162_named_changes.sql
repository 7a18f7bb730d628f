-- The changes that are taken together, so that each violation is told of those that concern it: `id`, `title`, and `of`, the roads, vehicles, devices or
-- categories that it is about (null: any). The first ones only, for they may be thousands.
alter table recalculation add column named jsonb not null default '[]';
