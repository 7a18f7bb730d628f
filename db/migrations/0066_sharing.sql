-- Vehicles that are shared with somebody of another organisation, to look at: invitations of type 1, and what came of those that were
-- accepted. See docs/decisions/0021-one-door-for-shares.md.

-- Whom it goes to is named by one of the two that accounts have. It opens nothing by itself, so it has no link of its own.
alter table invitation
  alter column mobile drop not null,
  alter column token_hash drop not null,
  -- The account that had the number or the address when it was sent; null where nobody had it, which is not told.
  add column receiver_id uuid references account (id) on delete set null,
  -- Until when the share is to last; null until somebody ends it.
  add column share_until timestamptz,
  add constraint invitation_share_check check (case type
    when 2 then mobile is not null and token_hash is not null and receiver_id is null and share_until is null
    else num_nonnulls(mobile, email) = 1 and token_hash is null and driver_id is null and not transfer end);
create index invitation_receiver_id_idx on invitation (receiver_id) where receiver_id is not null;
create unique index invitation_share_key on invitation (vehicle_id, coalesce(mobile, lower(email))) where status = 0 and type = 1;

create table vehicle_share (
  id uuid primary key,
  -- Whose the vehicle is.
  org_id uuid not null references organisation (id),
  vehicle_id uuid not null references vehicle (id) on delete cascade,
  invitation_id uuid references invitation (id) on delete set null,
  -- Who may look at it, and for whom they worked when they accepted, as the owner knows them.
  receiver_id uuid not null references account (id) on delete cascade,
  receiver_org_id uuid not null references organisation (id),
  receiver_name text not null,
  receiver_org_name text not null,
  -- Nothing of before is shown.
  since timestamptz not null,
  until timestamptz check (until > since),
  ended_at timestamptz,
  ended_why text check (ended_why in ('REVOKED', 'RETURNED', 'OVER', 'VEHICLE', 'RECEIVER')),
  check ((ended_at is null) = (ended_why is null)),
  check (receiver_org_id <> org_id)
);
create unique index vehicle_share_open_key on vehicle_share (vehicle_id, receiver_id) where ended_at is null;
create index vehicle_share_org_id_idx on vehicle_share (org_id, since desc, id desc);
create index vehicle_share_invitation_id_idx on vehicle_share (invitation_id);
create index vehicle_share_receiver_id_idx on vehicle_share (receiver_id) where ended_at is null;
create index vehicle_share_receiver_org_id_idx on vehicle_share (receiver_org_id);
create index vehicle_share_until_idx on vehicle_share (until) where ended_at is null;
select fence_rows('vehicle_share');
grant select, insert, update, delete on vehicle_share to :app;

-- The door. Row security keeps a receiver from everything of the owner's, their shares as well; what a share shows is read through these
-- functions alone. They run as the owner of the tables, go by the sealed scope of the transaction and by the account that asks, and each
-- of them stands on shares_open: one place says which shares are open.
create policy invitation_owner on invitation for select to current_user using (true);
create policy vehicle_share_owner on vehicle_share for select to current_user using (true);
create policy current_position_owner on current_position for select to current_user using (true);
create policy device_binding_owner on device_binding for select to current_user using (true);
create policy trip_owner on trip for select to current_user using (true);

-- Shares that an account may use at a time. Over as soon as one of these is: its time, the vehicle's being the owner's and in use, the
-- account, either organisation.
create function shares_open(reader uuid, at timestamptz)
returns table (id uuid, org_id uuid, owner text, vehicle_id uuid, since timestamptz, until timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.org_id, o.name, s.vehicle_id, s.since, s.until
  from vehicle_share s
    join account a on a.id = s.receiver_id and a.org_id = s.receiver_org_id and a.status = 1 and a.deleted_at is null
    join organisation r on r.id = s.receiver_org_id and r.status = 1 and r.deleted_at is null
    join organisation o on o.id = s.org_id and o.status = 1 and o.deleted_at is null
    join vehicle v on v.id = s.vehicle_id and v.org_id = s.org_id and v.status = 1 and v.deleted_at is null
      and v.situation not in ('SOLD', 'RETIRED')
  where s.receiver_id = reader and s.receiver_org_id = scope_org() and s.ended_at is null and s.since <= at and (s.until is null or s.until > at)
$$;

-- The vehicles: what they are, whether they may run, until when their papers are valid, and where they were last since the share began.
create function sharing_received(reader uuid, at timestamptz)
returns table (id uuid, registration_no text, model text, owner text, since timestamptz, until timestamptz, state text, verdict text,
  fix_at timestamptz, lat_e7 integer, lon_e7 integer, speed_ckmh integer, moving boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, v.registration_no, coalesce(v.unlisted_model, concat_ws(' ', b.name, m.name)), s.owner, s.since, s.until, v.state, v.verdict,
    p.fix_at, p.lat_e7, p.lon_e7, p.speed_ckmh, p.moving
  from shares_open(reader, at) s join vehicle v on v.id = s.vehicle_id
    left join vehicle_model m on m.id = v.model_id left join vehicle_brand b on b.id = m.brand_id
    left join (current_position p join device_binding i on i.id = p.binding_id)
      on p.vehicle_id = s.vehicle_id and i.org_id = s.org_id and p.fix_at >= s.since
$$;

-- Papers of the vehicle by kind and state: no number, no page, no word of a review.
create function sharing_documents(share uuid, reader uuid, at timestamptz)
returns table (type text, review_state text, valid_upto date)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.name, d.review_state, d.valid_upto
  from shares_open(reader, at) s join vehicle_kyc_doc d on d.vehicle_id = s.vehicle_id and d.org_id = s.org_id
    join kyc_doc t on t.id = d.type_id
  where s.id = share and d.status = 1 and d.deleted_at is null and d.review_state <> 'SUPERSEDED'
  order by t.position, t.name, d.created_at desc, d.id
$$;

-- Trips that began since the share did, the latest first: who drove is not told.
create function sharing_trips(share uuid, reader uuid, at timestamptz, skipped integer, taken integer)
returns table (state text, start_at timestamptz, end_at timestamptz, start_lat_e7 integer, start_lon_e7 integer, end_lat_e7 integer,
  end_lon_e7 integer, distance_m double precision, max_kmh real, count bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.state, t.start_at, t.end_at, t.start_lat_e7, t.start_lon_e7, t.end_lat_e7, t.end_lon_e7, t.distance_m, t.max_kmh, count(*) over ()
  from shares_open(reader, at) s join trip t on t.vehicle_id = s.vehicle_id and t.org_id = s.org_id and t.start_at >= s.since
  where s.id = share
  order by t.start_at desc, t.id desc limit taken offset skipped
$$;

-- Shares that an account was offered and has not answered.
create function sharing_offered(reader uuid, at timestamptz)
returns table (id uuid, org_id uuid, vehicle_id uuid, owner text, invited_by text, registration_no text, message text, until timestamptz,
  expires_at timestamptz, created_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select i.id, i.org_id, i.vehicle_id, o.name, w.name, v.registration_no, i.message, i.share_until, i.expires_at, i.created_at
  from invitation i
    join account a on a.id = i.receiver_id and a.status = 1 and a.deleted_at is null
    join organisation r on r.id = a.org_id and r.status = 1 and r.deleted_at is null
    join organisation o on o.id = i.org_id and o.status = 1 and o.deleted_at is null
    join account w on w.id = i.invited_by
    join vehicle v on v.id = i.vehicle_id and v.org_id = i.org_id and v.status = 1 and v.deleted_at is null
      and v.situation not in ('SOLD', 'RETIRED')
  where i.type = 1 and i.receiver_id = reader and a.org_id = scope_org() and i.org_id <> a.org_id and i.status = 0 and i.expires_at > at
$$;

revoke execute on function shares_open, sharing_received, sharing_documents, sharing_trips, sharing_offered from public;
grant execute on function sharing_received, sharing_documents, sharing_trips, sharing_offered to :app;
