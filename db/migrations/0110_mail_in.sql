-- Mails that come in for the help desk, and what became of each. A mail is written here before anybody tells its server that it has
-- been read; what it becomes is done afterwards, in one transaction with its state.
create table help_mail (
  id uuid primary key,
  -- Whose matter it became; null as long as it is nobody's.
  org_id uuid references organisation (id),
  -- By what it is known when it comes again: Message-ID and sender, or all that it is.
  key text not null unique check (key ~ '^[0-9a-f]{64}$'),
  way text not null check (way in ('IMAP', 'WEBHOOK')),
  received_at timestamptz not null,
  message_id text,
  from_address text not null default '',
  from_name text not null default '',
  subject text not null default '',
  -- Plain text, as staff read it.
  text text not null default '',
  bytes integer not null check (bytes >= 0),
  files integer not null default 0 check (files >= 0),
  -- How often it came again.
  copies integer not null default 0,
  proof text not null default 'UNKNOWN' check (proof in ('PASSED', 'FAILED', 'UNKNOWN')),
  state text not null check (state in ('NEW', 'TICKET', 'REPLY', 'STAFF_REPLY', 'HELD', 'AUTO_REPLY', 'LOOP', 'BOUNCE', 'REFUSED', 'FAILED', 'DISCARDED')),
  reason text,
  ticket_id uuid,
  account_id uuid references account (id) on delete set null,
  -- The mail of the outbox that it answers or reports.
  mail_id uuid references mail (id) on delete set null,
  attempts integer not null default 0,
  due_at timestamptz,
  decided_at timestamptz,
  decided_by uuid,
  -- The mail as it came, sealed, as long as something may still be made of it.
  wrapped_key bytea,
  iv bytea,
  tag bytea,
  cipher bytea,
  check ((due_at is not null) = (state = 'NEW')),
  check (cipher is not null or state <> 'NEW'),
  foreign key (org_id, ticket_id) references help_desk (org_id, id) on delete set null (ticket_id)
);
create index help_mail_due_idx on help_mail (due_at, id) where state = 'NEW';
create index help_mail_received_at_idx on help_mail (received_at desc, id desc);
create index help_mail_state_idx on help_mail (state, received_at desc, id desc);
create index help_mail_sender_idx on help_mail (from_address, received_at);
create index help_mail_org_id_idx on help_mail (org_id, ticket_id);
create index help_mail_account_id_idx on help_mail (account_id);
create index help_mail_mail_id_idx on help_mail (mail_id);
select fence_rows('help_mail');
create policy help_mail_staff on help_mail as restrictive using ((select scope_kind()) in ('staff', 'clients'));
grant select, insert, update, delete on help_mail to :app;

-- How far a folder of a mail server was read.
create table help_mail_box (
  -- Server, user and folder.
  name text primary key,
  uid_validity bigint,
  last_uid bigint not null default 0,
  polled_at timestamptz,
  -- Whoever reads it now is thought to be gone after this.
  leased_until timestamptz,
  problem text
);
grant select, insert, update on help_mail_box to :app;

create table help_mail_setting (
  single boolean primary key default true check (single),
  -- Of tickets that come by mail; null: the first one.
  category_id uuid references help_category (id),
  updated_at timestamptz not null,
  updated_by uuid
);
create index help_mail_setting_category_id_idx on help_mail_setting (category_id);
grant select, insert, update on help_mail_setting to :app;

-- What stood below the new words of a mail: what it answers to, its signature, and what was too long.
create table ticket_quote (
  -- The reply, or the ticket itself.
  words_id uuid primary key,
  ticket_id uuid not null,
  org_id uuid not null references organisation (id),
  text text not null,
  foreign key (org_id, ticket_id) references help_desk (org_id, id) on delete cascade
);
create index ticket_quote_org_id_idx on ticket_quote (org_id, ticket_id);
select fence_rows('ticket_quote');
grant select, insert, delete on ticket_quote to :app;

-- What a mail that may be answered carries, so that the answer finds its place: not to be guessed, one for each record and recipient.
alter table mail add column reply_key text check (reply_key ~ '^[a-z2-7]{26}$');
create index mail_reply_key_idx on mail (reply_key) where reply_key is not null;
