-- Keys that evidence bundles are signed with. Their public halves stay for good, so that what was signed with an old one can still be verified.
create table evidence_key (
  id uuid primary key,
  key_id text not null unique check (key_id ~ '^[0-9a-f]{16}$'),
  public_key text not null,
  -- Encrypted under the installation's master key.
  private_key_sealed text not null,
  from_at timestamptz not null,
  -- Null: bundles of now are signed with it.
  until_at timestamptz check (until_at >= from_at)
);
create unique index evidence_key_current_idx on evidence_key ((until_at is null)) where until_at is null;
grant select, insert on evidence_key to :app;
grant update (until_at) on evidence_key to :app;

-- What was handed out of a violation, byte for byte. The product adds bundles and changes none.
create table evidence_bundle (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  violation_id uuid not null references violation (id) on delete cascade,
  number integer not null check (number >= 1),
  -- As the violation was then: judged anew or decided anew it is another.
  revision integer not null,
  violation_version integer not null,
  key_id text not null references evidence_key (key_id),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes integer not null,
  content bytea not null,
  made_at timestamptz not null,
  made_by uuid references account (id) on delete set null,
  unique (violation_id, number),
  unique (violation_id, violation_version)
);
-- It is a zip already.
alter table evidence_bundle alter column content set storage external;
create index evidence_bundle_org_id_idx on evidence_bundle (org_id);
create index evidence_bundle_key_id_idx on evidence_bundle (key_id);
create index evidence_bundle_made_by_idx on evidence_bundle (made_by);
select fence_rows('evidence_bundle');
grant select, insert on evidence_bundle to :app;
