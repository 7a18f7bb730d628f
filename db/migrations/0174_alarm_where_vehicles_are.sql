-- Whether the fix that says where a vehicle is came with an alarm: a map that reads it from here shows the sign as well.
alter table current_position add column alarm boolean not null default false;
