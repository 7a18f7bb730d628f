-- A ticket may be forwarded to a role: it waits for everybody who holds it, until one of them takes it.
alter table help_desk add column role_id uuid references role (id);
create index help_desk_role_id_idx on help_desk (role_id) where role_id is not null;
select list_rows('help_desk');
alter table ticket_note add column to_role_id uuid references role (id);
create index ticket_note_to_role_id_idx on ticket_note (to_role_id) where to_role_id is not null;
select list_rows('ticket_note');
create or replace view ticket_note_rows as select * from ticket_note where (select scope_kind() = 'staff')
  or (select scope_kind() = 'clients') and org_id = any ((select scope_orgs())::uuid[]);

-- Who has which ticket: its assignee, or as long as there is none everybody who holds its role. For staff alone.
create view helpdesk_holder with (security_invoker = true) as
  select t.id as ticket_id, t.assignee_id as account_id from help_desk t
  where t.assignee_id is not null and (select scope_kind()) in ('staff', 'clients')
  union all
  select t.id, p.id from help_desk t join identity_person p on p.role_id = t.role_id and p.kind = 'staff'
  where t.assignee_id is null and t.role_id is not null and (select scope_kind()) in ('staff', 'clients');
grant select on helpdesk_holder to :app;
