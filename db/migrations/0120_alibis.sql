-- What positions said of a vehicle and a place at a time, as it was found. A row never changes.
create table alibi (
  id uuid primary key,
  -- Whose the vehicle was at that time.
  org_id uuid not null references organisation (id),
  ref text not null,
  vehicle_id uuid references vehicle (id) on delete set null,
  plate text not null,
  place text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  notice_no text,
  conclusion text not null check (conclusion in ('ELSEWHERE', 'THERE', 'NEAR', 'CANNOT_TELL', 'NO_DATA')),
  may_be_copied boolean not null,
  -- JSON with its keys in order and without spaces: the facts, by whom, when. Its bytes are what the hash is of.
  canonical text not null,
  sha256 text not null,
  made_by uuid not null,
  made_by_name text not null,
  made_at timestamptz not null
);
create index alibi_made_at_idx on alibi (made_at desc, id desc);
create index alibi_org_id_idx on alibi (org_id, made_at desc);
create index alibi_vehicle_id_idx on alibi (vehicle_id);
select fence_rows('alibi');
grant select, insert on alibi to :app;
