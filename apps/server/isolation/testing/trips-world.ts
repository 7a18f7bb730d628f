import { deflateRawSync } from 'node:zlib';
import { uuidv7 } from 'uuidv7';
import { packTrack } from '#telematics/pipeline/packed-track.ts';
import type { World } from './world.ts';

/** Begins of trips: those of the one organisation lie between those of the other, on one vehicle. Reports are of yesterday. */
const own = ['2026-11-05T06:00Z', '2026-11-07T06:00Z', '2026-11-20T06:00Z'];
const between = ['2026-11-04T06:00Z', '2026-11-06T06:00Z', '2026-11-08T06:00Z', '2026-11-20T09:00Z'];

/** A vehicle of an organisation makes trips, and is somewhere. */
export async function addTrips(world: World, orgId: string, vehicle: string, driver: string): Promise<void> {
  const binding = await bind(world, orgId, vehicle, '2025-06-01', '2025-07-01');
  for (const startAt of own) await addTrip(world, orgId, binding, startAt, driver);
  await world.behind.query(
    `insert into current_position (vehicle_id, binding_id, fix_at, received_at, lat_e7, lon_e7, moving)
     values ($1, $2, '2026-11-21T06:10Z', '2026-11-21T06:10Z', 230000000, 720000000, true)`,
    [vehicle, binding],
  );
}

/** The vehicle was another organisation's between: its trips then are theirs. */
export async function addTripsBetween(world: World, orgId: string, vehicle: string): Promise<void> {
  const binding = await bind(world, orgId, vehicle, '2024-06-01', '2024-07-01');
  for (const startAt of between) await addTrip(world, orgId, binding, startAt, null);
}

async function bind({ behind }: World, orgId: string, vehicle: string, from: string, to: string): Promise<string> {
  const id = uuidv7();
  await behind.query(
    `insert into device_binding (id, org_id, device_id, vehicle_id, from_at, to_at, created_at)
     select $1, $2, (select d.id from device d where d.org_id = $2 order by d.id limit 1), $3, $4, $5, $4`,
    [id, orgId, vehicle, from, to],
    orgId,
  );
  return id;
}

async function addTrip(
  { behind }: World,
  orgId: string,
  binding: string,
  startAt: string,
  driver: string | null,
): Promise<void> {
  const id = uuidv7();
  const fixAt = Date.parse(startAt);
  const place = { latE7: 230_000_000, lonE7: 720_000_000, speedCkmh: null, courseDdeg: null, accuracyCm: null };
  await behind.query(
    `insert into trip (id, org_id, binding_id, vehicle_id, device_id, driver_id, state, start_at, end_at, start_lat_e7, start_lon_e7,
       end_lat_e7, end_lon_e7, distance_m, moving_s, idle_s, gap_s, points, dropped, jump_legs, settled_at, updated_at)
     select $1, $2, b.id, b.vehicle_id, b.device_id, $3, 'CLOSED', $4, $4::timestamptz + interval '20 minutes', 230000000, 720000000,
       230000000, 720000000, 9000, 1200, 0, 0, 240, 0, 0, $4, $4 from device_binding b where b.id = $5`,
    [id, orgId, driver, startAt, binding],
    orgId,
  );
  const packed = Buffer.from(
    packTrack([
      { fixAt, ...place },
      { fixAt: fixAt + 1_000, ...place },
    ]),
  );
  await behind.query('insert into trip_track (trip_id, fixes, packed) values ($1, 2, $2)', [id, packed], orgId);
  await addViolations(behind, orgId, id);
  await addTrial(behind, orgId, id);
  await addRecalculation(behind, orgId, id);
  await addAlert(behind, orgId, id);
  await addEvidence(behind, orgId, id);
  await addScores(behind, orgId, id);
  await addAlibi(behind, orgId, id);
  await addIncomingMail(behind, orgId);
}

/** It was found out where the vehicle was while it was on the trip. */
async function addAlibi(behind: World['behind'], orgId: string, tripId: string): Promise<void> {
  const id = uuidv7();
  const [trip] = await behind.query<{ vehicle_id: string; plate: string; start_at: string }>(
    'select t.vehicle_id, v.registration_no as plate, t.start_at from trip t join vehicle v on v.id = t.vehicle_id where t.id = $1',
    [tripId],
    orgId,
  );
  const at = new Date(trip?.start_at ?? 0).toISOString();
  const asked = { plate: trip?.plate ?? '', lat: 23, lon: 72, radiusM: 50, place: 'Sample place', from: at, to: at };
  const facts = {
    asked: { ...asked, toleranceMinutes: 5, noticeNo: 'SAMPLE', section: null },
    vehicleId: trip?.vehicle_id ?? null,
    conclusion: 'NO_DATA',
    reason: 'SILENT',
    mayBeCopied: false,
    words: ['Sample'],
    looked: { from: at, to: at },
    distance: null,
    clearM: null,
    marginM: 250,
    neededKmh: null,
    fastestKmh: 160,
    clock: { offsetS: null, allowedS: 60 },
    gapS: null,
    installations: [],
    before: null,
    after: null,
    leftOut: { jumps: 0, unfit: 0 },
    fixes: [],
    fixCount: 0,
  };
  await behind.query(
    `insert into alibi (id, org_id, ref, vehicle_id, plate, place, from_at, to_at, notice_no, conclusion, may_be_copied, canonical, sha256,
       made_by, made_by_name, made_at)
     values ($1, $2, 'ALB-SAMPLE', $3, $4, 'Sample place', $5, $5, 'SAMPLE', 'NO_DATA', false, $6, repeat('0', 64), $1, 'Sample', $5)`,
    [id, orgId, trip?.vehicle_id ?? null, asked.plate, at, JSON.stringify({ facts, id, madeAt: at, madeBy: 'Sample' })],
    orgId,
  );
}

/** A mail came in and became a matter of the organisation. */
async function addIncomingMail(behind: World['behind'], orgId: string): Promise<void> {
  const id = uuidv7();
  await behind.query(
    `insert into help_mail (id, org_id, key, way, received_at, from_address, subject, text, bytes, state)
     values ($1, $2, md5(random()::text) || md5(random()::text), 'WEBHOOK', now(), 'sample@sample.example', 'Sample', 'Sample', 6, 'REFUSED')`,
    [id, orgId],
  );
}

/** A bundle was made of one of the violations. */
async function addEvidence(behind: World['behind'], orgId: string, tripId: string): Promise<void> {
  await behind.query(
    `insert into evidence_key (id, key_id, public_key, private_key_sealed, from_at, until_at)
     values ($1, '00000000000000aa', 'sample', 'sample', '2026-11-01', '2026-11-02') on conflict do nothing`,
    [uuidv7()],
    orgId,
  );
  await behind.query(
    `insert into evidence_bundle (id, org_id, violation_id, number, revision, violation_version, key_id, sha256, bytes, content, made_at)
     select $1, x.org_id, x.id, 1, 1, 1, '00000000000000aa', repeat('0', 64), 4, decode('504b0506', 'hex'), x.created_at
     from violation x where x.trip_id = $2 order by x.id limit 1`,
    [uuidv7(), tripId],
    orgId,
  );
}

/** The vehicle was too fast while it drove, and one of the violations came of it. */
async function addAlert(behind: World['behind'], orgId: string, tripId: string): Promise<void> {
  await behind.query(
    `insert into speeding_alert (id, org_id, vehicle_id, driver_id, state, from_at, to_at, seen_at, raised_at, end_cause, peak_at, peak_kmh, limit_kmh,
       limit_source, road_id, road_name, peak_lat_e7, peak_lon_e7, fixes, checked_at, violation_id)
     select $1, t.org_id, t.vehicle_id, t.driver_id, 'ENDED', t.start_at, t.start_at + interval '1 minute', t.start_at + interval '1 minute', t.start_at,
       'SLOWED', t.start_at, 90, 60, 'ROAD_TYPE', $1, 'Sample road', 230000000, 720000000, 12, t.end_at,
       (select x.id from violation x where x.trip_id = t.id order by x.id limit 1)
     from trip t where t.id = $2`,
    [uuidv7(), tripId],
    orgId,
  );
}

/** The device reported harsh driving on the trip, and the vehicle and its driver have scores. */
async function addScores(behind: World['behind'], orgId: string, tripId: string): Promise<void> {
  const id = uuidv7();
  await behind.query(
    `insert into harsh_event (id, org_id, vehicle_id, device_id, trip_id, kind, at, lat_e7, lon_e7)
     select $1, t.org_id, t.vehicle_id, t.device_id, t.id, 'BRAKING', t.start_at + interval '5 minutes', 230000000, 720000000 from trip t where t.id = $2`,
    [id, tripId],
    orgId,
  );
  await behind.query(
    `insert into safety_day (org_id, vehicle_id, driver_id, day, distance_m, measured_m, minor, major, critical, waiting_minor, waiting_major,
       waiting_critical, braking, acceleration, cornering)
     select t.org_id, t.vehicle_id, t.driver_id, india_day(t.start_at), 190000, 190000, 0, 1, 0, 0, 3, 0, 1, 0, 0 from trip t where t.id = $1
     on conflict do nothing`,
    [tripId],
    orgId,
  );
  await behind.query(
    `insert into safety_score (org_id, subject, subject_id, period, from_day, to_day, rule_id, distance_m, measured_m, minor, major, critical,
       waiting_minor, waiting_major, waiting_critical, braking, acceleration, cornering, score, score_if_confirmed)
     select t.org_id, s.subject, s.id, 'LAST30', date '2026-10-23', date '2026-11-21',
       (select r.id from safety_score_rule r order by r.effective_from limit 1), 190000, 190000, 0, 1, 0, 0, 3, 0, 1, 0, 0, 95, 90
     from trip t cross join lateral (values ('VEHICLE', t.vehicle_id), ('DRIVER', t.driver_id)) s (subject, id) where t.id = $1 and s.id is not null
     on conflict do nothing`,
    [tripId],
    orgId,
  );
}

/** Trips were judged anew. */
async function addRecalculation(behind: World['behind'], orgId: string, tripId: string): Promise<void> {
  const id = uuidv7();
  await behind.query(
    `insert into recalculation (id, org_id, cause, record_id, title, vehicle_id, from_at, to_at, state, total, done, actor_name, at, due_at)
     select $1, t.org_id, 'VEHICLE', t.vehicle_id, 'Sample', t.vehicle_id, t.start_at, t.end_at, 'DONE', 1, 1, 'Sample', t.start_at, t.start_at
     from trip t where t.id = $2`,
    [id, tripId],
    orgId,
  );
}

/** A rule was tried on the trip: one trial has ended, and the first is still running. */
async function addTrial(behind: World['behind'], orgId: string, tripId: string): Promise<void> {
  const id = uuidv7();
  await behind.query(
    `insert into rule_trial (id, org_id, state, kind, name, change, from_at, to_at, total, done, actor_id, actor_name, at)
     select $1, t.org_id, case when exists (select 1 from rule_trial r where r.org_id = $3 and r.state = 'RUNNING') then 'DONE' else 'RUNNING' end,
       'CONFIGURATION', 'Sample', '{}', t.start_at, t.end_at, 1, 1, (select a.id from account a where a.kind = 'staff' order by a.id limit 1), 'Sample',
       t.start_at from trip t where t.id = $2`,
    [id, tripId, orgId],
    orgId,
  );
  await behind.query(
    `insert into rule_trial_episode (trial_id, no, org_id, vehicle_id, trip_id, change, from_at, to_at, road_id, road_name, peak_kmh, becomes)
     select $1, 1, t.org_id, t.vehicle_id, t.id, 'NEW', t.start_at, t.start_at + interval '1 minute', $1, 'Sample road', 90,
       '{"limitKmh":60,"source":"RULE","tier":"REVIEW","severity":"MAJOR"}' from trip t where t.id = $2`,
    [id, tripId],
    orgId,
  );
}

/** The trip was matched to a road, and found speeding several times, one of which a reviewer has decided. */
async function addViolations(behind: World['behind'], orgId: string, tripId: string): Promise<void> {
  await behind.query(
    `insert into trip_match (trip_id, org_id, matched_at, fixes, matched_fixes, distance_m, confidence, packed)
     values ($1, $2, '2026-11-09T06:00Z', 2, 2, 9000, 1, $3)`,
    [tripId, orgId, deflateRawSync('{"pieces":[]}')],
    orgId,
  );
  const track = {
    at: '2026-11-09T06:00:00Z',
    lat: 23,
    lon: 72,
    matchedLat: null,
    matchedLon: null,
    speedKmh: 90,
    limitKmh: 60,
  };
  for (let minute = 0; minute < 4; minute += 1) {
    const id = uuidv7();
    await behind.query(
      `insert into violation (id, org_id, vehicle_id, driver_id, device_id, trip_id, tier, severity, from_at, to_at, road_id, road_name, peak_lat_e7,
         peak_lon_e7, limit_kmh, limit_source, threshold_kmh, statutory_tolerance_pct, company_buffer_kmh, speed_class, peak_kmh, mean_kmh, length_m,
         confidence, fixes, segments, refused, track, hash, created_at, updated_at)
       select $1, t.org_id, t.vehicle_id, t.driver_id, t.device_id, t.id, 'REVIEW', 'MAJOR', t.start_at + $3::int * interval '2 minutes',
         t.start_at + $3::int * interval '2 minutes' + interval '1 minute', $1, 'Sample road', 230000000, 720000000, 60, 'ROAD_TYPE', 63, 5, 0, 'M1',
         90, 88, 1500, 1, 12, '[]', '[{"gate":"RECEPTION","fixes":12}]', $4, repeat('0', 64), t.start_at, t.start_at from trip t where t.id = $2`,
      [id, tripId, minute, JSON.stringify([{ ...track, road: null, confidence: null, within: true }])],
      orgId,
    );
    // Where a verdict was given nothing is to be decided any more, which is another answer than that of nothing.
    if (minute === 3)
      await behind.query(
        `update violation set state = 'DISMISSED', decided_at = from_at, reason_id = (select p.id from purpose p where p.code = 'WRONG_ROAD') where id = $1`,
        [id],
        orgId,
      );
    await behind.query(
      `insert into violation_revision (violation_id, revision, org_id, at, why, summary, hash)
       select id, 0, org_id, created_at, 'JUDGED_ANEW', 'Sample', hash from violation where id = $1`,
      [id],
      orgId,
    );
  }
}
