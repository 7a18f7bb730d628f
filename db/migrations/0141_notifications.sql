-- What people are told of, each by themselves: once for a person and a matter, however often it is published. Times are UTC.
create table notice (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  topic text not null,
  -- What its text is filled with.
  params jsonb not null default '{}',
  -- Path in the web app.
  link text not null check (link ~ '^/[^/]'),
  module text,
  record_id uuid,
  severity text not null check (severity in ('info', 'warning', 'urgent')),
  -- The channels that the person had chosen then: in the product, and in the next digest.
  in_app boolean not null,
  in_digest boolean not null,
  at timestamptz not null,
  read_at timestamptz,
  digested_at timestamptz,
  once_key text not null
);
create unique index notice_once_key on notice (account_id, once_key);
create index notice_list_idx on notice (account_id, at desc, id desc) where in_app;
create index notice_unread_idx on notice (account_id) where in_app and read_at is null;
create index notice_digest_idx on notice (account_id) where in_digest and digested_at is null and read_at is null;
create index notice_at_idx on notice (at);
select fence_behind('notice', 'account_id', 'account');
grant select, insert, update, delete on notice to :app;

-- When a person wants to be left alone, and when the digest comes. Hours and minutes of India; no row: the usual ones.
create table notice_setting (
  account_id uuid primary key references account (id) on delete cascade,
  digest_hour smallint not null default 8 check (digest_hour between 0 and 23),
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  -- Day in India of the last digest.
  digest_on date,
  updated_at timestamptz not null,
  check ((quiet_from is null) = (quiet_to is null)),
  check (quiet_from is distinct from quiet_to or quiet_from is null)
);
select fence_behind('notice_setting', 'account_id', 'account');
grant select, insert, update, delete on notice_setting to :app;

-- By which channels a person wants a topic; no row: as the topic has it.
create table notice_choice (
  account_id uuid not null references account (id) on delete cascade,
  topic text not null,
  channels text[] not null check (channels <@ array['app', 'email', 'digest', 'push']),
  updated_at timestamptz not null,
  primary key (account_id, topic)
);
select fence_behind('notice_choice', 'account_id', 'account');
grant select, insert, update, delete on notice_choice to :app;
