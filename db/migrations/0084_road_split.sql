-- Roads that are split in two. What an import knows the former road by, on each part that lost it: its whole line is not to come back beside them.
alter table road add column split_key text;
create index road_split_key_idx on road (split_key) where split_key is not null;
-- Among the rules of a road the shorter one applies, then the later one. Rules that a split has cut or copied keep the place that they had, so that
-- the limit stays the same everywhere. No metres: a rule of the whole road.
alter table road_speed_rule
  add column rank_m integer,
  add column rank_from date,
  add column rank_id uuid,
  add constraint road_speed_rule_rank_check check ((rank_from is null) = (rank_id is null));
