-- Tickets of the help desk. What is about a customer's record is of the customer's organisation, so every link is kept within it.
create table help_desk (
  id uuid primary key,
  -- Given right after the row is there; null for nobody to see.
  ticket_no text,
  subject text not null,
  description text not null,
  category_id uuid not null references help_category (id),
  priority text not null,
  org_id uuid not null references organisation (id),
  app_user_id uuid,
  vehicle_id uuid references vehicle (id),
  driver_id uuid references driver (id),
  policy_id uuid references app_user_policy (id),
  device_id uuid references device (id),
  document_id uuid references vehicle_kyc_doc (id),
  attachment_id uuid references file (id),
  attachment2_id uuid references file (id),
  attachment3_id uuid references file (id),
  attachment4_id uuid references file (id),
  attachment5_id uuid references file (id),
  request_status text not null default '0' check (request_status in ('0', '1', '2', '3', '4', '5', '6')),
  promise text not null default 'ON_TIME' check (promise in ('ON_TIME', 'DUE_SOON', 'LATE', 'PAUSED', 'MET', 'MISSED')),
  due_at timestamptz,
  -- The moment at which what is promised stands otherwise by itself, if nothing else happens; null: never.
  turns_at timestamptz,
  team_id uuid references help_team (id),
  assignee_id uuid references account (id),
  channel text not null default 'STAFF' check (channel in ('WEB', 'STAFF', 'EMAIL')),
  first_due_at timestamptz,
  first_replied_at timestamptz,
  resolution_due_at timestamptz,
  resolved_at timestamptz,
  closed_at timestamptz,
  reopened_count integer not null default 0 check (reopened_count >= 0),
  satisfaction integer check (satisfaction between 1 and 5),
  satisfaction_note text,
  merged_into_id uuid,
  follows_id uuid,
  foreign key (org_id, app_user_id) references account (org_id, id),
  unique (org_id, id),
  foreign key (org_id, merged_into_id) references help_desk (org_id, id),
  foreign key (org_id, follows_id) references help_desk (org_id, id),
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index help_desk_ticket_no_key on help_desk (ticket_no);
create index help_desk_category_id_idx on help_desk (category_id);
create index help_desk_org_id_idx on help_desk (org_id);
create index help_desk_app_user_id_idx on help_desk (app_user_id);
create index help_desk_vehicle_id_idx on help_desk (vehicle_id);
create index help_desk_driver_id_idx on help_desk (driver_id);
create index help_desk_policy_id_idx on help_desk (policy_id);
create index help_desk_device_id_idx on help_desk (device_id);
create index help_desk_document_id_idx on help_desk (document_id);
create index help_desk_team_id_idx on help_desk (team_id);
create index help_desk_assignee_id_idx on help_desk (assignee_id);
create index help_desk_merged_into_id_idx on help_desk (merged_into_id);
create index help_desk_follows_id_idx on help_desk (follows_id);
create index help_desk_attachment_id_idx on help_desk (attachment_id);
create index help_desk_attachment2_id_idx on help_desk (attachment2_id);
create index help_desk_attachment3_id_idx on help_desk (attachment3_id);
create index help_desk_attachment4_id_idx on help_desk (attachment4_id);
create index help_desk_attachment5_id_idx on help_desk (attachment5_id);
create index help_desk_created_at_sort on help_desk (created_at, id) where deleted_at is null;
create index help_desk_due_at_sort on help_desk (due_at, id) where deleted_at is null;
create index help_desk_turns_at_idx on help_desk (turns_at) where turns_at is not null;
create index help_desk_request_status_idx on help_desk (request_status, due_at, id) where deleted_at is null;
create index help_desk_resolved_at_idx on help_desk (resolved_at) where request_status = '4' and deleted_at is null;
create index help_desk_ticket_no_trgm on help_desk using gin (ticket_no gin_trgm_ops);
create index help_desk_subject_trgm on help_desk using gin (subject gin_trgm_ops);
create index help_desk_description_trgm on help_desk using gin (description gin_trgm_ops);
select fence_rows('help_desk');
grant select, insert, update, delete on help_desk to :app;
select list_rows('help_desk');
grant select on help_desk_all, help_desk_rows to :app;

-- The last number of each month: HD-YYMM-#####.
create table help_desk_number (
  month text primary key check (month ~ '^[0-9]{4}$'),
  last integer not null check (last between 1 and 9999999)
);
grant select, insert, update on help_desk_number to :app;

-- What happened to the clock of a ticket, and to its status, in order: what is due is worked out from it, and explained by it.
create table help_desk_turn (
  ticket_id uuid not null,
  org_id uuid not null references organisation (id),
  no integer not null check (no > 0),
  at timestamptz not null,
  -- Null: the clock goes on as it did.
  clock text check (clock in ('OPEN', 'PAUSE', 'RESUME', 'STOP', 'REOPEN')),
  from_status text check (from_status in ('0', '1', '2', '3', '4', '5', '6')),
  to_status text not null check (to_status in ('0', '1', '2', '3', '4', '5', '6')),
  actor_id uuid,
  actor text not null,
  by_staff boolean not null,
  primary key (ticket_id, no),
  foreign key (org_id, ticket_id) references help_desk (org_id, id) on delete cascade
);
create index help_desk_turn_org_id_idx on help_desk_turn (org_id, ticket_id);
select fence_rows('help_desk_turn');
grant select, insert, update, delete on help_desk_turn to :app;

-- Staff who want to hear of a ticket that is not theirs.
create table help_desk_watcher (
  ticket_id uuid not null,
  org_id uuid not null references organisation (id),
  account_id uuid not null references account (id) on delete cascade,
  at timestamptz not null,
  primary key (ticket_id, account_id),
  foreign key (org_id, ticket_id) references help_desk (org_id, id) on delete cascade
);
create index help_desk_watcher_account_id_idx on help_desk_watcher (account_id);
create index help_desk_watcher_org_id_idx on help_desk_watcher (org_id, ticket_id);
select fence_rows('help_desk_watcher');
grant select, insert, update, delete on help_desk_watcher to :app;

create table ticket_reply (
  id uuid primary key,
  ticket_id uuid not null,
  org_id uuid not null references organisation (id),
  text text not null,
  attachment_id uuid references file (id),
  attachment2_id uuid references file (id),
  attachment3_id uuid references file (id),
  attachment4_id uuid references file (id),
  attachment5_id uuid references file (id),
  author text not null default '',
  by_staff text not null default 'STAFF' check (by_staff in ('STAFF', 'CUSTOMER')),
  edited_at timestamptz,
  foreign key (org_id, ticket_id) references help_desk (org_id, id),
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create index ticket_reply_org_id_idx on ticket_reply (org_id);
create index ticket_reply_ticket_id_idx on ticket_reply (org_id, ticket_id, created_at);
create index ticket_reply_created_at_sort on ticket_reply (created_at, id) where deleted_at is null;
create index ticket_reply_text_trgm on ticket_reply using gin (text gin_trgm_ops);
create index ticket_reply_attachment_id_idx on ticket_reply (attachment_id);
create index ticket_reply_attachment2_id_idx on ticket_reply (attachment2_id);
create index ticket_reply_attachment3_id_idx on ticket_reply (attachment3_id);
create index ticket_reply_attachment4_id_idx on ticket_reply (attachment4_id);
create index ticket_reply_attachment5_id_idx on ticket_reply (attachment5_id);
select fence_rows('ticket_reply');
grant select, insert, update, delete on ticket_reply to :app;
select list_rows('ticket_reply');
grant select on ticket_reply_all, ticket_reply_rows to :app;

-- What the desk writes for itself. Its fence gives no row to clients, whatever a query forgets.
create table ticket_note (
  id uuid primary key,
  ticket_id uuid not null,
  org_id uuid not null references organisation (id),
  text text not null,
  attachment_id uuid references file (id),
  attachment2_id uuid references file (id),
  attachment3_id uuid references file (id),
  attachment4_id uuid references file (id),
  attachment5_id uuid references file (id),
  author text not null default '',
  kind text not null default 'NOTE' check (kind in ('NOTE', 'FORWARD', 'MERGE')),
  to_team_id uuid references help_team (id),
  to_user_id uuid references account (id),
  edited_at timestamptz,
  foreign key (org_id, ticket_id) references help_desk (org_id, id),
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create index ticket_note_org_id_idx on ticket_note (org_id);
create index ticket_note_ticket_id_idx on ticket_note (org_id, ticket_id, created_at);
create index ticket_note_created_at_sort on ticket_note (created_at, id) where deleted_at is null;
create index ticket_note_text_trgm on ticket_note using gin (text gin_trgm_ops);
create index ticket_note_attachment_id_idx on ticket_note (attachment_id);
create index ticket_note_attachment2_id_idx on ticket_note (attachment2_id);
create index ticket_note_attachment3_id_idx on ticket_note (attachment3_id);
create index ticket_note_attachment4_id_idx on ticket_note (attachment4_id);
create index ticket_note_attachment5_id_idx on ticket_note (attachment5_id);
create index ticket_note_to_team_id_idx on ticket_note (to_team_id);
create index ticket_note_to_user_id_idx on ticket_note (to_user_id);
select fence_rows('ticket_note');
-- A client reads and writes with scope '', for one organisation; staff with 'staff', or 'clients' when they work for some only.
create policy ticket_note_staff on ticket_note as restrictive using ((select scope_kind()) in ('staff', 'clients'));
grant select, insert, update, delete on ticket_note to :app;
select list_rows('ticket_note');
create or replace view ticket_note_rows as select * from ticket_note where (select scope_kind() = 'staff')
  or (select scope_kind() = 'clients') and org_id = any ((select scope_orgs())::uuid[]);
grant select on ticket_note_all, ticket_note_rows to :app;

-- The state whose holidays a customer has.
create or replace view people_organisation with (security_invoker = true) as
  select id, name, status, deleted_at, gstin, kind, state from organisation;
-- What a file looks like, wherever it is shown beside what it belongs to.
create or replace view kit_file with (security_invoker = true) as
  select id, org_id, name, mime, bytes, width, height from file;
