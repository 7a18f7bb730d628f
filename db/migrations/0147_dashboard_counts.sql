-- What the dashboard counts: work of the desk, tickets by age, and vehicles that may not run. Each is a small part of its table, and is counted
-- from its index alone; row security asks for org_id, so it stands there as well.
create index help_desk_work_idx on help_desk (promise, due_at, id) include (org_id)
  where deleted_at is null and status = 1 and request_status not in ('4', '5');
create index help_desk_age_idx on help_desk (created_at) include (org_id, request_status)
  where deleted_at is null and status = 1 and request_status not in ('4', '5');
create index vehicle_verdict_work_idx on vehicle (org_id, verdict)
  where deleted_at is null and status = 1 and verdict in ('RED', 'AMBER');
create index vehicle_draft_work_idx on vehicle (org_id) where deleted_at is null and status = 1 and state = 'DRAFT';
