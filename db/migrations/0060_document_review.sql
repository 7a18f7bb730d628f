-- Which pages of documents somebody was shown: nobody verifies a document unseen.
create table document_page_view (
  document_id uuid not null references vehicle_kyc_doc (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  file_id uuid not null references file (id) on delete cascade,
  org_id uuid not null references organisation (id),
  at timestamptz not null,
  primary key (document_id, account_id, file_id)
);
create index document_page_view_account_id_idx on document_page_view (account_id);
create index document_page_view_file_id_idx on document_page_view (file_id);
create index document_page_view_org_id_idx on document_page_view (org_id);
select fence_rows('document_page_view');
grant select, insert, delete on document_page_view to :app;

-- What the last decision over a document changed, so that it can be undone for a moment.
create table document_decision (
  document_id uuid primary key references vehicle_kyc_doc (id) on delete cascade,
  org_id uuid not null references organisation (id),
  decided_by uuid not null,
  undo_until timestamptz not null,
  -- The columns of the document that the decision wrote, as they were before.
  before jsonb not null,
  -- The verified documents beside it, with the state that each had: [{id, state}].
  beside jsonb not null,
  -- Of a vehicle: whether it had ever been active.
  was_active boolean,
  -- Emails about the decision. They are held until it can no longer be undone.
  mail_ids uuid[] not null
);
create index document_decision_org_id_idx on document_decision (org_id);
select fence_rows('document_decision');
grant select, insert, update, delete on document_decision to :app;

-- Cancelled: what it told of was undone before it left.
alter table mail drop constraint mail_state_check;
alter table mail add constraint mail_state_check
  check (state in ('queued', 'sending', 'sent', 'failed', 'bounced', 'suppressed', 'kept', 'cancelled'));
