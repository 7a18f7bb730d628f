-- Words of rules are looked through by an index, as those of all records of organisations.
create index off_duty_rule_name_words on off_duty_rule using gin (name gin_trgm_ops);
