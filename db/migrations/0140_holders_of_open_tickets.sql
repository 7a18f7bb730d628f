-- Who has which ticket, as long as it is under way: what is over waits for nobody. However many somebody has closed, the list of what they
-- have is as short as it is.
create index help_desk_assignee_id_open_idx on help_desk (assignee_id) where request_status not in ('4', '5') and assignee_id is not null;
create or replace view helpdesk_holder with (security_invoker = true) as
  select t.id as ticket_id, t.assignee_id as account_id from help_desk t
  where t.assignee_id is not null and t.request_status not in ('4', '5') and (select scope_kind()) in ('staff', 'clients')
  union all
  select t.id, p.id from help_desk t join identity_person p on p.role_id = t.role_id and p.kind = 'staff'
  where t.assignee_id is null and t.role_id is not null and t.request_status not in ('4', '5') and (select scope_kind()) in ('staff', 'clients');
