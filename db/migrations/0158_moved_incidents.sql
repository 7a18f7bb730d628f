-- An incident turns out to be of another vehicle or driver: its timeline says so.
alter table incident_entry drop constraint incident_entry_kind_check;
alter table incident_entry add constraint incident_entry_kind_check check (kind in ('RAISED', 'REPEATED', 'ESCALATED', 'ACKNOWLEDGED', 'CALLED',
  'EMAILED', 'RESPONDER_SENT', 'NOTE', 'MOVED', 'RESOLVED', 'FALSE_ALARM'));
