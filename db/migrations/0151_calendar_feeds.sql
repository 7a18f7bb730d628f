-- Secret links by which a calendar program fetches somebody's deadlines. Of a link only the hash is kept, and its last characters, by which
-- people tell theirs apart; one that is withdrawn is deleted. Times are UTC.
create table calendar_feed (
  id uuid primary key,
  -- Whose rights it works with, as they are when it is fetched.
  account_id uuid not null references account (id) on delete cascade,
  name text not null,
  -- Kinds of deadlines; null: all.
  kinds text[],
  token_hash bytea not null unique,
  hint text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index calendar_feed_account_id_idx on calendar_feed (account_id, created_at desc, id desc);
select fence_behind('calendar_feed', 'account_id', 'account');
grant select, insert, update, delete on calendar_feed to :app;
