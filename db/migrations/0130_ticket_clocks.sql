-- What whoever has a ticket was told of its first answer and of its solution, so that each is told once, and again where it was put off
-- and is near again. Null: nothing.
alter table help_desk
  add column first_told text check (first_told in ('SOON', 'LATE')),
  add column solution_told text check (solution_told in ('SOON', 'LATE')),
  -- When the customer rated it: a rating that is older than the solution was of a former one.
  add column rated_at timestamptz;
-- What was told before this migration is not told again.
update help_desk set first_told = promise
  where promise = 'LATE' and first_replied_at is null and first_due_at <= now();
update help_desk set solution_told = promise where promise = 'LATE' and resolution_due_at <= now();
update help_desk set first_told = case when first_replied_at is null and first_due_at = due_at then 'SOON' end,
    solution_told = case when resolution_due_at = due_at then 'SOON' end
  where promise = 'DUE_SOON';
-- One that is late for its first answer has its solution looked after again.
update help_desk set turns_at = now() where promise = 'LATE' and status = 1 and deleted_at is null;
-- A duplicate is solved in the ticket that it was merged into, and never by itself.
update help_desk set solution_in_time = null, solution_min = null where merged_into_id is not null;
update help_desk set rated_at = updated_at where satisfaction is not null;
select list_rows('help_desk');
