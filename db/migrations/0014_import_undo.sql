-- Why a row was left by the undo of its import; null where it was taken back, or nothing was undone.
alter table import_row add column undo text;
comment on column import_row.cells is 'What the file says, under the names of fields: the report gives it back to be mended';
