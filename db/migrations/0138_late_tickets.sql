-- A ticket that was merged before anybody answered it is answered and solved in another one: it kept and missed nothing.
alter table help_desk alter column promise drop not null;
update help_desk set promise = null
  where merged_into_id is not null and first_replied_at is null and request_status in ('4', '5');
-- What was promised when a ticket ended, beside what it took: times and hours of its category may be others since.
-- Null: it ended before this was kept.
alter table help_desk
  add column first_promised_min integer,
  add column solution_promised_min integer;
-- One that stays late rises to those who run the desk.
alter table help_desk drop constraint help_desk_first_told_check, drop constraint help_desk_solution_told_check;
alter table help_desk
  add constraint help_desk_first_told_check check (first_told in ('SOON', 'LATE', 'RISEN')),
  add constraint help_desk_solution_told_check check (solution_told in ('SOON', 'LATE', 'RISEN'));
-- What is late already is looked after again, so that it rises too, and what is open keeps what it was promised.
update help_desk set turns_at = now() where promise = 'LATE' and status = 1 and deleted_at is null;
select list_rows('help_desk');
