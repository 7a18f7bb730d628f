-- Clear cases can be confirmed by the speed configuration itself: nobody decided them, and anybody who may can review them again.
alter table violation add column is_automatic boolean not null default false;
