-- Acting as somebody else: a session of theirs that hangs on one's own, and a lasting list of when that was done and why.
alter table session
  -- The person behind it, and the session they signed in with themselves.
  add column actor_id uuid references account (id) on delete cascade,
  add column parent_id uuid references session (id) on delete cascade,
  -- The module whose right to impersonate it stands on.
  add column acts_by text,
  add column reason text,
  add column ticket text,
  add constraint session_acting check (
    (actor_id is null and parent_id is null and acts_by is null and reason is null and ticket is null)
    or (actor_id is not null and actor_id <> account_id and parent_id is not null and acts_by is not null and reason is not null));
create index session_parent_id_idx on session (parent_id) where parent_id is not null;
create index session_actor_id_idx on session (actor_id) where actor_id is not null;

-- Names are kept as they were: neither a session nor an account has to be there still.
create table impersonation (
  id uuid primary key,
  -- The organisation of whom was acted as; null for staff.
  org_id uuid references organisation (id),
  actor_id uuid not null,
  actor_name text not null,
  actor_org_id uuid,
  subject_id uuid not null,
  subject_name text not null,
  module text not null,
  reason text not null,
  ticket text,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_why text,
  -- Its end stands in the history.
  told boolean not null default false
);
create index impersonation_started_at_idx on impersonation (started_at desc, id desc);
create index impersonation_actor_id_idx on impersonation (actor_id, started_at desc);
create index impersonation_subject_id_idx on impersonation (subject_id, started_at desc);
create index impersonation_open_idx on impersonation (expires_at) where not told;

-- The writes of one are counted in the history.
create index if not exists history_on_behalf_of_idx on history (on_behalf_of_id, at desc, id desc)
  where on_behalf_of_id is not null;

-- However a session ends, what hangs on it ends in the same moment.
create function session_ended() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update session set revoked_at = new.revoked_at, revoked_why = 'own session ended'
    where parent_id = new.id and revoked_at is null;
  if new.actor_id is not null then
    update impersonation set
        ended_why = case when new.revoked_at < expires_at then new.revoked_why else 'time ran out' end,
        ended_at = least(new.revoked_at, expires_at)
      where id = new.id and ended_at is null;
  end if;
  return null;
end $$;
create trigger session_ended after update of revoked_at on session
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function session_ended();

alter table impersonation enable row level security;
alter table impersonation force row level security;
create policy impersonation_scope on impersonation using (current_setting('app.scope', true) = 'staff'
  or org_id = (select nullif(current_setting('app.org', true), '')::uuid));
grant select, insert, update on impersonation to :app;
