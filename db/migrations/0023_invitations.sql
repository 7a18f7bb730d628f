-- Invitations of drivers, their way in by link and code, and how far each has come with onboarding.

-- A driver who left gives the number and the licence free: the next employer makes a driver of their own of the same person.
drop index driver_mobile_key;
create unique index driver_mobile_key on driver (lower(mobile)) where deleted_at is null and situation <> 'EXITED';
drop index driver_dl_no_key;
create unique index driver_dl_no_key on driver (dl_no_hash)
  where deleted_at is null and dl_no_hash is not null and situation <> 'EXITED';

create table invitation (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  -- 1 share of a vehicle, 2 driver.
  type smallint not null check (type in (1, 2)),
  -- 0 pending, 1 accepted, 2 rejected, 3 expired, 4 revoked. A pending one whose time is over reads as 3 before the job comes.
  status smallint not null default 0 check (status between 0 and 4),
  name text not null,
  mobile text not null,
  email text,
  -- They drive for somebody else: nothing is made here until they accept, which ends their work there.
  transfer boolean not null default false,
  vehicle_id uuid references vehicle (id) on delete set null,
  driver_id uuid references driver (id) on delete cascade,
  message text,
  invited_by uuid not null references account (id),
  resend_count smallint not null default 0 check (resend_count between 0 and 3),
  expires_at timestamptz not null,
  -- Of the link and of the code only hashes are kept.
  token_hash bytea not null unique,
  otp_hash bytea,
  otp_expires_at timestamptz,
  -- Wrong tries at this code.
  otp_tries smallint not null default 0,
  created_at timestamptz not null,
  decided_at timestamptz
);
create index invitation_org_id_idx on invitation (org_id, created_at desc, id desc);
create index invitation_vehicle_id_idx on invitation (vehicle_id);
create index invitation_driver_id_idx on invitation (driver_id);
create index invitation_expires_at_idx on invitation (expires_at) where status = 0;
-- One open invitation a number and organisation.
create unique index invitation_mobile_key on invitation (org_id, mobile) where status = 0 and type = 2;
select fence_rows('invitation');
grant select, insert, update, delete on invitation to :app;

-- Steps of onboarding that are done, and who agreed to it.
create table driver_onboarding (
  driver_id uuid primary key references driver (id) on delete cascade,
  org_id uuid not null references organisation (id),
  identity_at timestamptz,
  licence_at timestamptz,
  documents_at timestamptz,
  employer_at timestamptz,
  consent_at timestamptz,
  -- Ticked by the driver, with a code that went to them; or on a paper that the driver signed.
  consent_by text check (consent_by in ('DRIVER', 'PAPER')),
  consent_text integer,
  consent_file_id uuid references file (id),
  check ((consent_at is null) = (consent_by is null)),
  check (consent_by is distinct from 'PAPER' or consent_file_id is not null)
);
create index driver_onboarding_org_id_idx on driver_onboarding (org_id);
create index driver_onboarding_consent_file_id_idx on driver_onboarding (consent_file_id);
select fence_rows('driver_onboarding');
grant select, insert, update, delete on driver_onboarding to :app;

-- What lets an invited person, who has no account, fill in their own onboarding for a while.
create table onboarding_pass (
  hash bytea primary key,
  org_id uuid not null references organisation (id),
  driver_id uuid not null references driver (id) on delete cascade,
  expires_at timestamptz not null
);
create index onboarding_pass_org_id_idx on onboarding_pass (org_id);
create index onboarding_pass_driver_id_idx on onboarding_pass (driver_id);
select fence_rows('onboarding_pass');
grant select, insert, update, delete on onboarding_pass to :app;

-- Questions, asked openly or by a write, whose answer tells that somebody drives for another organisation: they are counted.
create table driver_question (
  id bigint generated always as identity primary key,
  account_id uuid,
  org_id uuid references organisation (id) on delete cascade,
  at timestamptz not null
);
create index driver_question_account_id_idx on driver_question (account_id, at);
create index driver_question_org_id_idx on driver_question (org_id, at);
select fence_rows('driver_question');
grant select, insert, delete on driver_question to :app;

-- Why a certificate was refused, for whoever has to bring another.
alter table medical_report add column review_reason text;

-- A mail whose secret may be shown to whoever hands it over, but never to this account: it is meant for somebody they invited.
alter table mail add column kept_from uuid references account (id) on delete set null;
create index mail_kept_from_idx on mail (kept_from) where kept_from is not null;
