-- Who answers tickets, when, and with which words: teams, business hours, holidays, reply templates.

create table help_team (
  id uuid primary key,
  name text not null,
  about text,
  -- Of help_team_member.
  member_count integer not null default 0,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index help_team_name_key on help_team (lower(name)) where deleted_at is null;
create index help_team_member_count_sort on help_team (member_count, id) where deleted_at is null;
grant select, insert, update, delete on help_team to :app;

-- Staff users of teams.
create table help_team_member (
  team_id uuid not null references help_team (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  added_at timestamptz not null,
  added_by uuid,
  primary key (team_id, account_id)
);
create index help_team_member_account_id_idx on help_team_member (account_id);
select fence_behind('help_team_member', 'account_id', 'account');
grant select, insert, update, delete on help_team_member to :app;

-- Hours of a day like '09:30-13:00, 14:00-18:00', in India; null: closed.
create table business_hours (
  id uuid primary key,
  name text not null,
  is_usual boolean not null,
  monday text,
  tuesday text,
  wednesday text,
  thursday text,
  friday text,
  saturday text,
  sunday text,
  holidays text not null check (holidays in ('NONE', 'NATIONAL', 'STATES', 'CUSTOMER')),
  holiday_states text[] not null default '{}',
  -- The week in short.
  open_hours text not null default '',
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index business_hours_name_key on business_hours (lower(name)) where deleted_at is null;
create unique index business_hours_usual_key on business_hours (is_usual) where is_usual and deleted_at is null;
create index business_hours_name_sort on business_hours (lower(name), id) where deleted_at is null;
grant select, insert, update, delete on business_hours to :app;

create table holiday (
  id uuid primary key,
  name text not null,
  day date not null,
  -- None: all of India.
  states text[] not null default '{}',
  -- Null: closed.
  open_hours text,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index holiday_day_name_key on holiday (day, lower(name)) where deleted_at is null;
create index holiday_day_sort on holiday (day, id) where deleted_at is null;
create index holiday_name_sort on holiday (lower(name), id) where deleted_at is null;
grant select, insert, update, delete on holiday to :app;

create table canned_reply (
  id uuid primary key,
  name text not null,
  category_id uuid references help_category (id),
  text text not null,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index canned_reply_name_key on canned_reply (lower(name)) where deleted_at is null;
create index canned_reply_category_id_idx on canned_reply (category_id);
grant select, insert, update, delete on canned_reply to :app;

alter table help_category
  add column default_team_id uuid references help_team (id),
  add column business_hours_id uuid references business_hours (id),
  -- What is left at least when a ticket is opened again; null: the time of the first answer.
  add column sla_reopen_min integer;
create index help_category_default_team_id_idx on help_category (default_team_id);
create index help_category_business_hours_id_idx on help_category (business_hours_id);
