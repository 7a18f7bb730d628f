-- Mails: their templates, the outbox they wait in, each try to send one, and addresses that refuse mail.
create table mail_template (
  id uuid primary key,
  -- Name in the code, which also says which variables there are.
  key text not null unique,
  subject text not null,
  body text not null,
  -- True: staff wrote this text; false: it is the shipped one and follows it.
  edited boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by uuid
);

create table mail (
  id uuid primary key,
  -- Whose matter it is about; null: the product's own, or staff's.
  org_id uuid references organisation (id),
  to_address text not null,
  to_name text not null default '',
  to_account_id uuid references account (id) on delete set null,
  template text not null,
  template_version integer not null,
  -- As it was written when it was queued. A secret link stands here as "(secret link)".
  subject text not null,
  body_text text not null,
  body_html text not null,
  -- The record of the product that it is about.
  record_module text,
  record_id uuid,
  record_title text,
  state text not null check (state in ('queued', 'sending', 'sent', 'failed', 'bounced', 'suppressed', 'kept')),
  -- What may be queued once only, such as one reminder of one paper.
  once_key text unique,
  -- Tries since it was last queued.
  attempts integer not null default 0,
  -- Queued: when it is tried next. Being sent: when whoever sends it is thought to be gone.
  due_at timestamptz,
  -- The try that is under way: what an older one reports is not believed.
  try_id uuid,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- True: a template with its sample values, for whoever asked for it.
  test boolean not null default false,
  -- True: it carries a secret link.
  secret boolean not null default false,
  -- When its link is of no use any more: it is not sent after that, and the link is wiped.
  expires_at timestamptz,
  -- The mail with its link, sealed; null where there is none, and once it was wiped.
  wrapped_key bytea,
  iv bytea,
  tag bytea,
  cipher bytea,
  check (secret = false or expires_at is not null),
  check ((due_at is not null) = (state in ('queued', 'sending'))),
  check (cipher is null or (secret and state <> 'sent'))
);
create index mail_due_idx on mail (due_at, id) where state in ('queued', 'sending');
create index mail_created_at_idx on mail (created_at desc, id desc);
create index mail_state_idx on mail (state, created_at desc, id desc);
create index mail_org_id_idx on mail (org_id, created_at desc, id desc);
create index mail_secret_idx on mail (expires_at) where cipher is not null;

create table mail_try (
  id uuid primary key,
  mail_id uuid not null references mail (id) on delete cascade,
  org_id uuid references organisation (id),
  at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('sent', 'later', 'refused', 'failed', 'interrupted')),
  message text
);
create index mail_try_mail_id_idx on mail_try (mail_id, at);

-- Addresses that a mail server refused for good: nothing is sent there until staff lift it.
create table mail_suppression (
  id uuid primary key,
  -- Lower case.
  address text not null unique,
  reason text not null,
  mail_id uuid references mail (id) on delete set null,
  at timestamptz not null
);

do $$
declare
  fenced text;
begin
  foreach fenced in array array['mail', 'mail_try'] loop
    execute format('alter table %I enable row level security', fenced);
    execute format('alter table %I force row level security', fenced);
    execute format(
      'create policy %I on %I using (current_setting(''app.scope'', true) = ''staff''
         or org_id = (select nullif(current_setting(''app.org'', true), '''')::uuid))',
      fenced || '_scope', fenced);
  end loop;
end $$;
grant select, insert, update on mail, mail_try, mail_template to :app;
grant select, insert, delete on mail_suppression to :app;
