-- Reports that are mailed by themselves.
create table report_schedule (
  id uuid primary key,
  name text not null,
  org_id uuid not null references organisation (id),
  report text not null,
  vehicle_group_id uuid,
  frequency text not null,
  weekday text,
  at_time text not null,
  format text not null,
  recipients text[],
  -- Whose eyes it reads with: whoever saved it last.
  owner_id uuid references account (id) on delete set null,
  owner_name text,
  next_run_at timestamptz,
  last_run_at timestamptz,
  -- Why it stopped; null: it goes on, or was switched off by somebody.
  problem text check (problem in ('OWNER_INACTIVE', 'NO_PERMISSION', 'NO_RECIPIENTS', 'BOUNCED')),
  unique (org_id, id),
  foreign key (org_id, vehicle_group_id) references vehicle_group (org_id, id),
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index report_schedule_org_id_name_key on report_schedule (org_id, lower(name)) where deleted_at is null;
create index report_schedule_org_id_idx on report_schedule (org_id);
create index report_schedule_vehicle_group_id_idx on report_schedule (org_id, vehicle_group_id);
create index report_schedule_owner_id_idx on report_schedule (owner_id);
create index report_schedule_name_sort on report_schedule (lower(name), id) where deleted_at is null;
create index report_schedule_due_idx on report_schedule (next_run_at) where status = 1 and deleted_at is null;
select fence_rows('report_schedule');
grant select, insert, update, delete on report_schedule to :app;
select list_rows('report_schedule');
grant select on report_schedule_all, report_schedule_rows to :app;

-- Files that mails carry, encrypted; one for all who get the same. They are kept for a month, so that a mail can be sent again.
create table mail_attachment (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  name text not null,
  media_type text not null,
  wrapped_key bytea not null,
  iv bytea not null,
  tag bytea not null,
  cipher bytea not null,
  created_at timestamptz not null
);
create index mail_attachment_created_at_idx on mail_attachment (created_at);
create index mail_attachment_org_id_idx on mail_attachment (org_id);
select fence_rows('mail_attachment');
grant select, insert, delete on mail_attachment to :app;
alter table mail add column attachment_id uuid references mail_attachment (id) on delete set null;
create index mail_attachment_id_idx on mail (attachment_id) where attachment_id is not null;
