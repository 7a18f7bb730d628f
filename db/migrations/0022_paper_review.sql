-- Papers wait for a reviewer, one looks at each at a time, and owners are reminded before they end.

-- Who handed it in last, and when: whoever did so does not decide it. Null: as it was made.
alter table vehicle_kyc_doc add column handed_in_by uuid;
alter table vehicle_kyc_doc add column handed_in_at timestamptz;
-- Until when the reviewer who took it has it to themselves.
alter table vehicle_kyc_doc add column taken_until timestamptz;
create index vehicle_kyc_doc_waiting_idx on vehicle_kyc_doc (coalesce(handed_in_at, created_at), id)
  where deleted_at is null and status = 1 and review_state in ('PENDING', 'UNDER_REVIEW');
create index vehicle_kyc_doc_upcoming_idx on vehicle_kyc_doc (valid_from) where review_state = 'UPCOMING';

-- Which reminders of a paper went out: each stage, in days before its end, once.
create table paper_reminder (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  paper_id uuid not null references vehicle_kyc_doc (id) on delete cascade,
  stage integer not null,
  at timestamptz not null,
  mails integer not null,
  unique (paper_id, stage)
);
create index paper_reminder_org_id_idx on paper_reminder (org_id);
select fence_rows('paper_reminder');
grant select, insert, update, delete on paper_reminder to :app;
