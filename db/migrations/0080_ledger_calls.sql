-- What moves money in the ledger of 0079: each call is one function, which locks both accounts and keeps every rule by itself.

-- Text of a posting for the chain: one for it and for no other, whatever the settings of the server.
create function ledger_text(t ledger_transfer, account uuid, seq bigint, paise bigint, balance bigint) returns text
language sql stable set search_path = public, pg_temp as $$
  select json_build_array(account, seq, paise, balance, t.id, t.kind, t.from_id, t.to_id, t.paise, t.reason, t.of_id, t.hold_id, t.note,
    t.made_by, t.approved_by, (extract(epoch from t.at) * 1000000)::bigint)::text
$$;

-- SHA-256 of the hash before it and of that text in UTF-8.
create function ledger_hash(previous bytea, written text) returns bytea language sql immutable set search_path = public, pg_temp as $$
  select sha256(previous || convert_to(written, 'UTF8'))
$$;

-- Whether the transaction may move money of an owner. Accounts of the house are the other side of everybody's.
create function ledger_may_move(first uuid, second uuid) returns boolean language sql stable set search_path = public, pg_temp as $$
  select case
    when first is not null and second is not null and first <> second then false
    when scope_kind() = 'staff' then true
    when coalesce(first, second) is null then false
    when scope_kind() = 'clients' then coalesce(first, second) = any (scope_orgs())
    else coalesce(first, second) = scope_org() end
$$;

-- Opens an account, once: who opens it again gets the one that is there.
create function ledger_open(p_id uuid, p_org_id uuid, p_code text, p_kind text, p_floor bigint, p_ceiling bigint, p_at timestamptz)
returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_id uuid;
begin
  if not ledger_may_move(p_org_id, null) then return null; end if;
  insert into ledger_account (id, org_id, code, kind, floor_paise, ceiling_paise, created_at)
    values (p_id, p_org_id, p_code, p_kind, p_floor, p_ceiling, p_at) on conflict (code) do nothing;
  select a.id into found_id from ledger_account a
    where a.code = p_code and a.org_id is not distinct from p_org_id and a.kind = p_kind;
  return found_id;
end $$;

create function ledger_freeze(p_id uuid, p_frozen boolean) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update ledger_account set is_frozen = p_frozen where id = p_id and ledger_may_move(org_id, null);
  return found;
end $$;

-- Gives back what expired holds of a locked account had reserved.
create function ledger_release_expired(p_account uuid, p_at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  released bigint;
begin
  with ended as (
    update ledger_hold set state = 'EXPIRED', resolved_at = p_at
    where account_id = p_account and state = 'OPEN' and expires_at <= p_at returning paise)
  select sum(paise) into released from ended;
  if released > 0 then update ledger_account set held_paise = held_paise - released where id = p_account; end if;
end $$;

-- Writes a transfer that is known to be new and right but for the money. Both accounts are locked.
create function ledger_write(t ledger_transfer, released bigint, out code text, out from_balance bigint, out to_balance bigint)
language plpgsql set search_path = public, pg_temp as $$
declare
  a ledger_account;
  b ledger_account;
  alone bigint;
begin
  select * into a from ledger_account where id = t.from_id;
  select * into b from ledger_account where id = t.to_id;
  select l.alone_paise into alone from ledger_limit l where l.reason = t.reason;
  code := case
    when t.paise > alone and (t.made_by is null or coalesce(t.approved_by, t.made_by) = t.made_by) then 'APPROVAL'
    when a.is_frozen and t.kind = 'TRANSFER' then 'FROZEN'
    when a.floor_paise is not null and a.balance_paise - a.held_paise + released - t.paise < a.floor_paise then 'FUNDS'
    when b.ceiling_paise is not null and b.balance_paise + t.paise > b.ceiling_paise then 'CEILING'
    when a.debited_paise + t.paise > 9007199254740991 or b.credited_paise + t.paise > 9007199254740991 then 'CEILING'
    else 'DONE' end;
  if code <> 'DONE' then return; end if;
  from_balance := a.balance_paise - t.paise;
  to_balance := b.balance_paise + t.paise;
  t.from_seq := a.entries + 1;
  t.to_seq := b.entries + 1;
  -- The order of an account's postings is that of their times.
  t.at := greatest(t.at, a.last_at, b.last_at);
  t.org_id := coalesce(a.org_id, b.org_id);
  a.hash := ledger_hash(a.hash, ledger_text(t, a.id, t.from_seq, -t.paise, from_balance));
  b.hash := ledger_hash(b.hash, ledger_text(t, b.id, t.to_seq, t.paise, to_balance));
  insert into ledger_transfer values (t.*);
  insert into ledger_posting (account_id, seq, org_id, transfer_id, paise, balance_paise, at, hash) values
    (a.id, t.from_seq, a.org_id, t.id, -t.paise, from_balance, t.at, a.hash),
    (b.id, t.to_seq, b.org_id, t.id, t.paise, to_balance, t.at, b.hash);
  update ledger_account set balance_paise = from_balance, debited_paise = debited_paise + t.paise, held_paise = held_paise - released,
    entries = t.from_seq, hash = a.hash, last_at = t.at where id = a.id;
  update ledger_account set balance_paise = to_balance, credited_paise = credited_paise + t.paise,
    entries = t.to_seq, hash = b.hash, last_at = t.at where id = b.id;
end $$;

-- What a transfer that is there already says to who asks for it again.
create function ledger_again(known ledger_transfer, asked ledger_transfer, out code text, out from_balance bigint, out to_balance bigint)
language plpgsql set search_path = public, pg_temp as $$
begin
  code := case when (known.kind, known.from_id, known.to_id, known.paise, known.reason, known.note, known.of_id, known.hold_id)
    is not distinct from (asked.kind, asked.from_id, asked.to_id, asked.paise, asked.reason, asked.note, asked.of_id, asked.hold_id)
    then 'EXISTS' else 'EXISTS_OTHER' end;
  select p.balance_paise into from_balance from ledger_posting p where p.account_id = known.from_id and p.seq = known.from_seq;
  select p.balance_paise into to_balance from ledger_posting p where p.account_id = known.to_id and p.seq = known.to_seq;
end $$;

-- Locks two accounts, always in the same order, so that no two of these ever wait for each other.
create function ledger_lock(first uuid, second uuid, p_at timestamptz) returns text
language plpgsql set search_path = public, pg_temp as $$
declare
  one record;
  owners uuid[] := '{}';
begin
  for one in select a.id, a.org_id, a.held_paise from ledger_account a where a.id in (first, second) order by a.id for no key update loop
    owners := owners || one.org_id;
    if one.held_paise > 0 then perform ledger_release_expired(one.id, p_at); end if;
  end loop;
  return case when cardinality(owners) = 2 and ledger_may_move(owners[1], owners[2]) then 'DONE' else 'UNKNOWN' end;
end $$;

-- Moves money. DONE, or EXISTS where this very transfer was made before; anything else says why nothing was done.
create function ledger_move(p_id uuid, p_from uuid, p_to uuid, p_paise bigint, p_reason text, p_note text, p_made_by uuid, p_approved_by uuid,
  p_at timestamptz, out code text, out from_balance bigint, out to_balance bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked ledger_transfer;
  known ledger_transfer;
begin
  asked.id := p_id; asked.kind := 'TRANSFER'; asked.from_id := p_from; asked.to_id := p_to; asked.paise := p_paise; asked.reason := p_reason;
  asked.note := p_note; asked.made_by := p_made_by; asked.approved_by := p_approved_by; asked.at := p_at;
  code := ledger_lock(p_from, p_to, p_at);
  if code <> 'DONE' then return; end if;
  select * into known from ledger_transfer where id = p_id;
  if known.id is not null then
    select r.* into code, from_balance, to_balance from ledger_again(known, asked) r;
  else
    select r.* into code, from_balance, to_balance from ledger_write(asked, 0) r;
  end if;
end $$;

-- Gives back what a transfer moved. A refund: a part, until there is no rest. A reversal: all of it, once, when nothing of it was refunded.
create function ledger_return(p_id uuid, p_kind text, p_of uuid, p_paise bigint, p_reason text, p_note text, p_made_by uuid, p_approved_by uuid,
  p_at timestamptz, out code text, out from_balance bigint, out to_balance bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked ledger_transfer;
  known ledger_transfer;
  returned ledger_transfer;
  refunded bigint;
begin
  select * into returned from ledger_transfer where id = p_of;
  if returned.id is null or p_kind not in ('REFUND', 'REVERSAL') then code := 'UNKNOWN'; return; end if;
  asked.id := p_id; asked.kind := p_kind; asked.from_id := returned.to_id; asked.to_id := returned.from_id;
  asked.paise := coalesce(p_paise, returned.paise); asked.reason := p_reason; asked.of_id := p_of; asked.note := p_note;
  asked.made_by := p_made_by; asked.approved_by := p_approved_by; asked.at := p_at;
  code := ledger_lock(returned.from_id, returned.to_id, p_at);
  if code <> 'DONE' then return; end if;
  select * into known from ledger_transfer where id = p_id;
  if known.id is not null then
    select r.* into code, from_balance, to_balance from ledger_again(known, asked) r;
    return;
  end if;
  select coalesce(sum(r.paise), 0) into refunded from ledger_transfer r
    where r.of_id = p_of and r.kind = 'REFUND' and not exists (select from ledger_transfer v where v.of_id = r.id and v.kind = 'REVERSAL');
  code := case
    when returned.kind = 'REVERSAL' or (returned.kind = 'REFUND' and p_kind = 'REFUND') then 'NOT_RETURNABLE'
    when exists (select from ledger_transfer v where v.of_id = p_of and v.kind = 'REVERSAL') then 'REVERSED'
    when p_kind = 'REVERSAL' and asked.paise <> returned.paise then 'NOT_RETURNABLE'
    when p_kind = 'REVERSAL' and refunded > 0 then 'REFUNDED'
    when p_kind = 'REFUND' and asked.paise > returned.paise - refunded then 'OVER_REST'
    else 'DONE' end;
  if code = 'DONE' then
    select r.* into code, from_balance, to_balance from ledger_write(asked, 0) r;
  end if;
end $$;

-- Reserves money of an account for another.
create function ledger_reserve(p_id uuid, p_from uuid, p_to uuid, p_paise bigint, p_reason text, p_made_by uuid, p_at timestamptz,
  p_expires_at timestamptz, out code text, out from_balance bigint, out to_balance bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a ledger_account;
  known ledger_hold;
begin
  code := ledger_lock(p_from, p_to, p_at);
  if code <> 'DONE' then return; end if;
  select * into a from ledger_account where id = p_from;
  from_balance := a.balance_paise;
  select * into known from ledger_hold where id = p_id;
  if known.id is not null then
    code := case when (known.account_id, known.to_id, known.paise, known.reason) = (p_from, p_to, p_paise, p_reason) then 'EXISTS' else 'EXISTS_OTHER' end;
    return;
  end if;
  code := case when a.is_frozen then 'FROZEN'
    when a.floor_paise is not null and a.balance_paise - a.held_paise - p_paise < a.floor_paise then 'FUNDS' else 'DONE' end;
  if code <> 'DONE' then return; end if;
  insert into ledger_hold (id, org_id, account_id, to_id, paise, reason, state, made_by, created_at, expires_at)
    values (p_id, coalesce(a.org_id, (select b.org_id from ledger_account b where b.id = p_to)), p_from, p_to, p_paise, p_reason, 'OPEN', p_made_by,
      p_at, p_expires_at);
  update ledger_account set held_paise = held_paise + p_paise where id = p_from;
end $$;

-- Takes what was reserved, or a part: the rest is free again. Null paise: all of it.
create function ledger_capture(p_id uuid, p_hold uuid, p_paise bigint, p_note text, p_made_by uuid, p_approved_by uuid, p_at timestamptz,
  out code text, out from_balance bigint, out to_balance bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked ledger_transfer;
  known ledger_transfer;
  h ledger_hold;
begin
  select * into h from ledger_hold where id = p_hold;
  if h.id is null then code := 'UNKNOWN'; return; end if;
  code := ledger_lock(h.account_id, h.to_id, p_at);
  if code <> 'DONE' then return; end if;
  select * into h from ledger_hold where id = p_hold;
  asked.id := p_id; asked.kind := 'CAPTURE'; asked.from_id := h.account_id; asked.to_id := h.to_id; asked.paise := coalesce(p_paise, h.paise);
  asked.reason := h.reason; asked.hold_id := p_hold; asked.note := p_note; asked.made_by := p_made_by; asked.approved_by := p_approved_by;
  asked.at := p_at;
  select * into known from ledger_transfer where id = p_id;
  if known.id is not null then
    select r.* into code, from_balance, to_balance from ledger_again(known, asked) r;
    return;
  end if;
  code := case when h.state = 'EXPIRED' then 'HOLD_EXPIRED' when h.state <> 'OPEN' then 'HOLD_RESOLVED'
    when asked.paise > h.paise then 'OVER_REST' else 'DONE' end;
  if code <> 'DONE' then return; end if;
  select r.* into code, from_balance, to_balance from ledger_write(asked, h.paise) r;
  if code = 'DONE' then
    update ledger_hold set state = 'CAPTURED', captured_paise = asked.paise, resolved_at = p_at where id = p_hold;
  end if;
end $$;

-- Frees what was reserved. Who asks again is told EXISTS.
create function ledger_void(p_hold uuid, p_at timestamptz, out code text, out from_balance bigint, out to_balance bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  h ledger_hold;
begin
  select * into h from ledger_hold where id = p_hold;
  if h.id is null then code := 'UNKNOWN'; return; end if;
  code := ledger_lock(h.account_id, h.to_id, p_at);
  if code <> 'DONE' then return; end if;
  select * into h from ledger_hold where id = p_hold;
  code := case h.state when 'OPEN' then 'DONE' when 'VOIDED' then 'EXISTS' when 'EXPIRED' then 'HOLD_EXPIRED' else 'HOLD_RESOLVED' end;
  if code <> 'DONE' then return; end if;
  update ledger_hold set state = 'VOIDED', resolved_at = p_at where id = p_hold;
  update ledger_account set held_paise = held_paise - h.paise where id = h.account_id;
end $$;

-- Ends holds whose time is over, a few accounts at a time. How many accounts there were.
create function ledger_expire(p_at timestamptz) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  one record;
  ended bigint := 0;
begin
  for one in select a.id from ledger_account a where a.id in (
      select h.account_id from ledger_hold h where h.state = 'OPEN' and h.expires_at <= p_at order by h.expires_at limit 500)
    order by a.id for no key update loop
    perform ledger_release_expired(one.id, p_at);
    ended := ended + 1;
  end loop;
  return ended;
end $$;

-- The first posting of an account that is not before a time: postings stand in the order of their times, so that a few looks find it.
create function ledger_seq_at(p_account uuid, p_at timestamptz) returns bigint language plpgsql stable set search_path = public, pg_temp as $$
declare
  low bigint := 1;
  high bigint;
  middle bigint;
  found_at timestamptz;
begin
  select a.entries + 1 into high from ledger_account a where a.id = p_account;
  while low < high loop
    middle := (low + high) / 2;
    select p.at into found_at from ledger_posting p where p.account_id = p_account and p.seq = middle;
    if found_at < p_at then low := middle + 1; else high := middle; end if;
  end loop;
  return low;
end $$;

revoke all on function ledger_text(ledger_transfer, uuid, bigint, bigint, bigint), ledger_hash(bytea, text), ledger_may_move(uuid, uuid),
  ledger_open(uuid, uuid, text, text, bigint, bigint, timestamptz), ledger_freeze(uuid, boolean), ledger_release_expired(uuid, timestamptz),
  ledger_write(ledger_transfer, bigint), ledger_again(ledger_transfer, ledger_transfer), ledger_lock(uuid, uuid, timestamptz),
  ledger_move(uuid, uuid, uuid, bigint, text, text, uuid, uuid, timestamptz),
  ledger_return(uuid, text, uuid, bigint, text, text, uuid, uuid, timestamptz),
  ledger_reserve(uuid, uuid, uuid, bigint, text, uuid, timestamptz, timestamptz),
  ledger_capture(uuid, uuid, bigint, text, uuid, uuid, timestamptz), ledger_void(uuid, timestamptz), ledger_expire(timestamptz),
  ledger_seq_at(uuid, timestamptz) from public;
grant execute on function ledger_text(ledger_transfer, uuid, bigint, bigint, bigint), ledger_hash(bytea, text), ledger_seq_at(uuid, timestamptz),
  ledger_open(uuid, uuid, text, text, bigint, bigint, timestamptz), ledger_freeze(uuid, boolean),
  ledger_move(uuid, uuid, uuid, bigint, text, text, uuid, uuid, timestamptz),
  ledger_return(uuid, text, uuid, bigint, text, text, uuid, uuid, timestamptz),
  ledger_reserve(uuid, uuid, uuid, bigint, text, uuid, timestamptz, timestamptz),
  ledger_capture(uuid, uuid, bigint, text, uuid, uuid, timestamptz), ledger_void(uuid, timestamptz), ledger_expire(timestamptz) to :app;
