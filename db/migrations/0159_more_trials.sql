-- Limits of a type of roads, and those of the law, are tried on past trips as rules and configurations are.
alter table rule_trial drop constraint rule_trial_kind_check;
alter table rule_trial add constraint rule_trial_kind_check check (kind in ('RULE', 'CONFIGURATION', 'ROAD_TYPE', 'STATUTORY'));
-- What is tried has a name unless it is a rule, which is called by its road.
alter table rule_trial rename column configuration_name to name;
