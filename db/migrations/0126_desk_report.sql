-- How each ticket kept what was promised, as reports count it: null until it is there. Minutes are those in which the desk is open.
alter table help_desk
  add column first_in_time boolean,
  add column first_min integer,
  add column solution_in_time boolean,
  add column solution_min integer;
-- Of those that ended before, only who kept everything is known; the others are known when something happens to them again.
update help_desk set first_in_time = case when first_replied_at is not null then true end, solution_in_time = true where promise = 'MET';
create index help_desk_created_at_report_idx on help_desk (created_at) include (category_id, team_id, assignee_id)
  where deleted_at is null and status = 1;
select list_rows('help_desk');
