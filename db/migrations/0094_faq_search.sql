-- Answers are found by their words: those of a question weigh more than those of its answer. English words are found in all their forms.
alter table faq add column found tsvector generated always as (
  setweight(to_tsvector(case language when 'en' then 'english'::regconfig else 'simple'::regconfig end, question), 'A') ||
  setweight(to_tsvector(case language when 'en' then 'english'::regconfig else 'simple'::regconfig end,
    regexp_replace(answer, '<[^>]*>', ' ', 'g')), 'B')) stored;
create index faq_found_idx on faq using gin (found);
create index faq_question_words_idx on faq using gin (lower(question) gin_trgm_ops);

-- Whether an answer helped: each person says it once, and may say otherwise later.
create table faq_vote (
  faq_id uuid not null references faq (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  org_id uuid references organisation (id),
  helpful boolean not null,
  at timestamptz not null,
  primary key (faq_id, account_id)
);
create index faq_vote_account_id_idx on faq_vote (account_id);
create index faq_vote_org_id_idx on faq_vote (org_id);
select fence_rows('faq_vote');
grant select, insert, update, delete on faq_vote to :app;

-- What people looked for in vain, without who they were: what should be answered next.
create table faq_gap (
  words text primary key check (length(words) between 1 and 100),
  times integer not null default 1,
  last_at timestamptz not null
);
create index faq_gap_times_idx on faq_gap (times desc, last_at desc);
grant select, insert, update, delete on faq_gap to :app;
