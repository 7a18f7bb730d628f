-- How tickets of one organisation hang together. What the desk thinks of them (which one is a duplicate, which one is the cause) is given to
-- no client, whatever a query forgets.
create table help_desk_link (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  from_id uuid not null,
  to_id uuid not null,
  kind text not null check (kind in ('RELATED', 'DUPLICATE_OF', 'CAUSED_BY', 'SPLIT_FROM')),
  at timestamptz not null,
  by_id uuid,
  by_name text not null,
  check (from_id <> to_id),
  foreign key (org_id, from_id) references help_desk (org_id, id) on delete cascade,
  foreign key (org_id, to_id) references help_desk (org_id, id) on delete cascade
);
-- Two tickets are linked once in each way, from whichever side.
create unique index help_desk_link_pair_key on help_desk_link (least(from_id, to_id), greatest(from_id, to_id), kind);
create index help_desk_link_from_id_idx on help_desk_link (org_id, from_id);
create index help_desk_link_to_id_idx on help_desk_link (org_id, to_id);
select fence_rows('help_desk_link');
create policy help_desk_link_open on help_desk_link as restrictive
  using (kind in ('RELATED', 'SPLIT_FROM') or (select scope_kind()) in ('staff', 'clients'));
grant select, insert, delete on help_desk_link to :app;

-- Words that were copied into a ticket which was split from another one: they stay as they were, and the first ones stay where they were.
alter table ticket_reply add column copied_from_id uuid;
alter table ticket_note add column copied_from_id uuid,
  drop constraint ticket_note_kind_check,
  add constraint ticket_note_kind_check check (kind in ('NOTE', 'FORWARD', 'MERGE', 'SPLIT_FROM', 'SPLIT_INTO'));
select list_rows('ticket_reply');
select list_rows('ticket_note');
create or replace view ticket_note_rows as select * from ticket_note where (select scope_kind() = 'staff')
  or (select scope_kind() = 'clients') and org_id = any ((select scope_orgs())::uuid[]);
