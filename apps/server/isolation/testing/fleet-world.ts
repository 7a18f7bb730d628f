import { uuidv7 } from 'uuidv7';
import { type Asked, ask, formOf } from './call.ts';
import { addActivity, addActivityBefore } from './devices-world.ts';
import { addWallet } from './cases/wallet-cases.ts';
import { newMobile, type Caller } from './callers.ts';
import { addTrips, addTripsBetween } from './trips-world.ts';
import type { World } from './world.ts';

/** An organisation that has vehicles and drivers. */
interface Owner {
  id: string;
  mark: string;
  keeper: Caller;
}

/** A vehicle of nobody's here whose two numbers are known: it can be asked for. */
export const knownVehicle = { registrationNo: 'TS09ZZ0042', chassisNo: 'ZZZDEMA024Z000042' };

const firstOf = async ({ behind }: World, table: 'vehicle' | 'driver', { id }: Pick<Owner, 'id'>): Promise<string> => {
  const rows = await behind.query<{ id: string }>(
    `select id from ${table} where org_id = $1 order by id limit 1`,
    [id],
    id,
  );
  return rows[0]?.id ?? '';
};

/** Somebody drives a vehicle of an organisation, and drove it before; and one is offered to somebody who is not here. */
export async function addFleetWork(world: World, organisation: Owner & { callers: readonly Caller[] }): Promise<void> {
  const [vehicle, driver] = [
    await firstOf(world, 'vehicle', organisation),
    await firstOf(world, 'driver', organisation),
  ];
  await assign(world, organisation.id, vehicle, driver, '2026-01-05', '2026-03-01');
  await addTrips(world, organisation.id, vehicle, driver);
  await addGeofenceEvents(world, organisation.id, vehicle);
  await addActivity(world, organisation, vehicle);
  await addInsurance(world, organisation, vehicle);
  const body = { toMobile: '7000009999', reason: `${organisation.mark} gives it away` };
  const answer = await ask(world.test, organisation.keeper, {
    method: 'POST',
    url: `/vehicle/transfer/${vehicle}`,
    body,
  });
  if (answer.status !== 201) throw new Error(`No transfer was made: ${answer.text}`);
  const invited = { name: `${organisation.mark} visitor`, mobile: newMobile(), vehicleId: vehicle };
  const invitation = await ask(world.test, organisation.keeper, {
    method: 'POST',
    url: '/client/vehicle-invitation',
    body: invited,
  });
  if (invitation.status !== 201) throw new Error(`Nobody was invited: ${invitation.text}`);
  await addShares(world, organisation, vehicle);
  await addShareLinks(world, organisation, vehicle);
  await addKeys(world, organisation);
  await addFeeds(world, organisation);
  await addWebhooks(world, organisation);
  await addWallet(world, organisation);
  await addToGroups(world, organisation.id);
  // Who is written to is an owner.
  await world.behind.query(`update account set profile_type = '1' where id = $1`, [organisation.keeper.accountId]);
  // Their examination ends soon.
  await world.behind.query(
    `insert into medical_report (id, driver_id, org_id, doctor_id, examined_on, outcome, valid_upto, review_state, note, created_at)
     select $1, $2, $3, d.id, '2026-11-20', 'FIT', '2026-11-25', 'SEEN', $4, '2026-01-01' from doctor d order by d.id limit 1`,
    [uuidv7(), driver, organisation.id, `${organisation.mark} note`],
    organisation.id,
  );
  // One of its papers ends within the week; the one with a page still waits for review.
  await world.behind.query(
    `update vehicle_kyc_doc set review_state = 'EXPIRING_SOON', valid_upto = '2026-11-25' where id =
       (select id from vehicle_kyc_doc where org_id = $1 and deleted_at is null and status = 1 and front_id is null order by id limit 1)`,
    [organisation.id],
    organisation.id,
  );
  // Another one was sent back.
  await world.behind.query(
    `update vehicle_kyc_doc set review_state = 'REJECTED' where id =
       (select id from vehicle_kyc_doc where org_id = $1 and deleted_at is null and status = 1 and review_state = 'PENDING' and front_id is null
        order by id desc limit 1)`,
    [organisation.id],
    organisation.id,
  );
  // Work of the desk.
  await world.behind.query(
    `update help_desk set promise = 'LATE' where id = (select id from help_desk where org_id = $1 order by id limit 1)`,
    [organisation.id],
    organisation.id,
  );
  await world.behind.query(`update driver set medical_upto = '2026-11-25' where id = $1`, [driver], organisation.id);
}

/** Something happened to a vehicle at a geofence of its organisation, which has another name by now. */
async function addGeofenceEvents({ behind }: World, orgId: string, vehicle: string): Promise<void> {
  for (const [kind, at] of [
    ['ENTER', '2026-11-05T06:05Z'],
    ['EXIT', '2026-11-05T06:15Z'],
  ])
    await behind.query(
      `insert into geofence_event (id, org_id, vehicle_id, geofence_id, geofence_name, kind, at, lat_e7, lon_e7, visit_at, raised, created_at)
       select gen_random_uuid(), $1, $2, g.id, g.name, $3, $4, 230000000, 720000000, '2026-11-05T06:05Z', true, $4
       from geofence g where g.org_id = $1 order by g.id limit 1`,
      [orgId, vehicle, kind, at],
      orgId,
    );
}

/** All vehicles of an organisation are in all its groups. */
export async function addToGroups({ behind }: World, orgId: string): Promise<void> {
  await behind.query(
    `insert into vehicle_group_member (group_id, vehicle_id, org_id, added_at)
     select g.id, v.id, g.org_id, '2026-01-05' from vehicle_group g join vehicle v on v.org_id = g.org_id where g.org_id = $1`,
    [orgId],
    orgId,
  );
}

/** Invites somebody who is invited already, at an address of somebody of another organisation, which is not to be known. */
export async function inviteCheck({ behind }: World, own: Owner, other: Owner): Promise<Asked> {
  const [guest] = await behind.query<{ mobile: string }>(
    'select mobile from invitation where org_id = $1',
    [own.id],
    own.id,
  );
  const [stranger] = await behind.query<{ email: string }>(
    'select email from account where id = $1',
    [other.keeper.accountId],
    other.id,
  );
  const body = { name: 'Guest', mobile: guest?.mobile, email: stranger?.email };
  return { method: 'POST', url: '/client/vehicle-invitation', body };
}

/** Offers a vehicle to somebody of another organisation, which is not to be known, until a day that is over. */
export async function shareCheck(world: World, own: Owner, other: Owner): Promise<Asked> {
  const [stranger] = await world.behind.query<{ email: string }>(
    'select email from account where id = $1',
    [other.keeper.accountId],
    other.id,
  );
  const vehicleId = await firstOf(world, 'vehicle', own);
  const body = { type: 1, name: 'Guest', email: stranger?.email, vehicleId, until: '2026-01-01' };
  return { method: 'POST', url: '/client/vehicle-invitation', body };
}

/** Saves a step of a driver's onboarding: a call that takes nothing but forms. */
export const onboardingForm = (driverId: string) => formOf({ step: 'employer', driverId, joinedOn: '2026-01-15' });

/** Makes the vehicle that can be asked for, in an organisation of the demo. */
export async function addKnownVehicle(world: World): Promise<void> {
  const [model] = await world.behind.query<{ id: string }>('select id from vehicle_model order by id limit 1');
  const [owner] = await world.behind.query<{ id: string }>(`select id from organisation where name = 'Lakshmi Iyer'`);
  const body = { ...knownVehicle, engineNo: 'DEMPE0000042', modelId: model?.id, orgId: owner?.id };
  const answer = await ask(world.test, world.admin, { method: 'POST', url: '/vehicle', body });
  if (answer.status !== 201) throw new Error(`No vehicle was made: ${answer.text}`);
}

/**
 * What only fences of the second statement keep apart: a vehicle of one organisation that was another's, whose driver and plans are
 * told to those only, and papers that stayed with them.
 */
export async function addCrossings(world: World, own: Owner, other: Owner): Promise<void> {
  const [vehicle, driver] = [await firstOf(world, 'vehicle', own), await firstOf(world, 'driver', own)];
  const [othersVehicle, othersDriver] = [await firstOf(world, 'vehicle', other), await firstOf(world, 'driver', other)];
  await assign(world, other.id, vehicle, othersDriver, '2025-01-05', '2025-03-01');
  await assign(world, other.id, vehicle, othersDriver, '2027-01-05', '2027-03-01');
  await assign(world, other.id, othersVehicle, driver, '2025-04-05', '2025-05-01');
  await addTripsBetween(world, other.id, vehicle);
  await addActivityBefore(world, own, other, vehicle);
  // Each misses models: those that vehicles carry the name of, and those that were asked for.
  for (const { id } of [own, other])
    for (const name of ['Kamaz 6520', 'Ural 4320', 'Tatra 815', 'MAZ 5516'])
      await world.behind.query(
        `insert into model_request (id, org_id, name, created_at) values ($1, $2, $3, '2026-01-05')`,
        [uuidv7(), id, name],
        id,
      );
  // One number on the papers of both: who compares is told of their own only.
  for (const { id } of [own, other])
    await world.behind.query(`update vehicle_kyc_doc set number_hash = 'the same' where org_id = $1`, [id], id);
}

const assign = ({ behind }: World, orgId: string, vehicle: string, driver: string, from: string, to: string) =>
  behind.query(
    `insert into driver_assignment (id, org_id, vehicle_id, driver_id, from_at, to_at, created_at) values ($1, $2, $3, $4, $5, $6, $5)`,
    [uuidv7(), orgId, vehicle, driver, from, to],
    orgId,
  );

/** Links to a vehicle that is theirs, one for each walker to look at and to revoke. */
async function addShareLinks(world: World, { keeper, mark }: Owner, vehicleId: string): Promise<void> {
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const body = { vehicleId, minutes: 10_080, label: `${mark} link ${number}` };
    const answer = await ask(world.test, keeper, { method: 'POST', url: '/share-link', body });
    if (answer.status !== 201) throw new Error(`No link was made: ${answer.text}`);
    await ask(world.test, world.admin, {
      method: 'POST',
      url: '/share-link/open',
      body: { token: (answer.json.data.link as string).split('/s/')[1] },
    });
  }
}

/** API keys of theirs, one for each walker to revoke. */
async function addKeys(world: World, { keeper, mark }: Owner): Promise<void> {
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const body = { name: `${mark} key ${number}`, kind: 'ORGANISATION', scopes: { vehicle: ['view'] }, days: 90 };
    const answer = await ask(world.test, keeper, { method: 'POST', url: '/api-key', body });
    if (answer.status !== 201) throw new Error(`No key was made: ${answer.text}`);
  }
}

/** Calendar links of theirs, one for each walker to withdraw. */
async function addFeeds(world: World, { keeper, mark }: Owner): Promise<void> {
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const body = { name: `${mark} calendar ${number}` };
    const answer = await ask(world.test, keeper, { method: 'POST', url: '/calendar/feed', body });
    if (answer.status !== 201) throw new Error(`No calendar link was made: ${answer.text}`);
  }
}

/** Webhooks of theirs, each with a message, one for each walker to change and to delete. Nothing listens there. */
async function addWebhooks(world: World, { keeper, mark, id: orgId }: Owner): Promise<void> {
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const body = {
      name: `${mark} hook ${number}`,
      url: `https://${number}.example.invalid/x`,
      events: ['challan.paid'],
    };
    const answer = await ask(world.test, keeper, { method: 'POST', url: '/webhook', body });
    if (answer.status !== 201) throw new Error(`No webhook was made: ${answer.text}`);
    await world.behind.query(
      `insert into webhook_message (id, org_id, webhook_id, event, key, body, state, created_at)
       values ($1, $2, $3, 'challan.paid', 'sample', '{}', 'FAILED', $4)`,
      [uuidv7(), orgId, answer.json.data.id, world.test.clock.now().toISOString()],
      orgId,
    );
  }
}

let shared = 0;

/** What an organisation shares with people of the demo, and what somebody of the demo shares and offers to each of its own people. */
async function addShares(
  world: World,
  { id, callers }: { id: string; callers: readonly Caller[] },
  vehicle: string,
): Promise<void> {
  const { behind } = world;
  await behind.query(
    `insert into vehicle_share (id, org_id, vehicle_id, receiver_id, receiver_org_id, receiver_name, receiver_org_name, since)
     select gen_random_uuid(), $1, $2, a.id, o.id, a.name, o.name, '2026-02-01' from account a join organisation o on o.id = a.org_id
     where a.email like '%@roadkeeper.test' or a.mobile like '70000000%'`,
    [id, vehicle],
    id,
  );
  const [giver] = await behind.query<{ id: string; orgId: string }>(
    `select id, org_id as "orgId" from account where email = 'iyer@roadkeeper.test'`,
  );
  if (!giver) throw new Error('Nobody shares anything');
  for (const { accountId, kind } of callers) {
    if (kind !== 'client') continue;
    // One to look at, one to give back.
    for (const _ of [1, 2])
      await behind.query(
        `insert into vehicle_share (id, org_id, vehicle_id, receiver_id, receiver_org_id, receiver_name, receiver_org_name, since)
         values ($1, $2, $3, $4, $5, 'Somebody', 'Somewhere', '2026-02-01')`,
        [uuidv7(), giver.orgId, await vehicleOf(world, giver.orgId), accountId, id],
        giver.orgId,
      );
    await behind.query(
      `insert into invitation (id, org_id, type, name, email, vehicle_id, invited_by, receiver_id, expires_at, created_at)
       values ($1, $2, 1, 'Somebody', $3, $4, $5, $6, '2026-11-30', '2026-11-20')`,
      [uuidv7(), giver.orgId, `${accountId}@example.in`, await vehicleOf(world, giver.orgId), giver.id, accountId],
      giver.orgId,
    );
  }
}

/** A vehicle of its own for each share. */
async function vehicleOf(world: World, orgId: string): Promise<string> {
  shared += 1;
  const [model] = await world.behind.query<{ id: string }>('select id from vehicle_model order by id limit 1');
  const body = {
    registrationNo: `TS08SH${String(shared).padStart(4, '0')}`,
    chassisNo: `ZZZSHARE${String(shared).padStart(9, '0')}`,
    engineNo: `SHARE${shared}`,
    modelId: model?.id,
    orgId,
  };
  const answer = await ask(world.test, world.admin, { method: 'POST', url: '/vehicle', body });
  if (answer.status !== 201) throw new Error(`No vehicle was made: ${answer.text}`);
  return answer.json.data.id as string;
}

/** A policy of a vehicle that is due for renewal, with what happened to it: reminded of, and bought with an offer; and one before it that was cancelled, with a premium to refund. */
async function addInsurance(
  { behind }: World,
  { id: orgId, mark }: { id: string; mark: string },
  vehicle: string,
): Promise<void> {
  const policy = uuidv7();
  await behind.query(
    `insert into app_user_policy (id, policy_no, insurer_id, org_id, vehicle_id, cover_type, issued, od_from, od_to, tp_from, tp_to, state, next_end,
       turns_on, version_no, created_at)
     select $1, $2, i.id, $3, $4, 'PACKAGE', true, date '2025-11-29', date '2026-11-28', date '2025-11-29', date '2026-11-28', 'DUE',
       date '2026-11-28', date '2026-11-29', 1, '2026-01-01' from insurer i order by i.name limit 1`,
    [policy, `${mark} due`, orgId, vehicle],
    orgId,
  );
  await behind.query(
    `insert into app_user_policy (id, policy_no, insurer_id, org_id, vehicle_id, cover_type, issued, od_from, od_to, tp_from, tp_to, state,
       cancelled_on, cancel_reason, refund_due_paise, refund_days, refund_by, version_no, created_at)
     select $1, $2, i.id, $3, $4, 'PACKAGE', true, date '2024-11-29', date '2025-11-28', date '2024-11-29', date '2025-11-28', 'CANCELLED',
       date '2025-06-01', $2, 100, 10, $2, 1, '2026-01-01' from insurer i order by i.name limit 1`,
    [uuidv7(), `${mark} cancelled`, orgId, vehicle],
    orgId,
  );
  await behind.query(
    `insert into policy_version (id, org_id, policy_id, no, kind, effective_on, facts, at, by_name)
     values ($1, $2, $3, 1, 'ISSUED', '2025-11-29', $4, '2026-01-01', $5)`,
    [uuidv7(), orgId, policy, JSON.stringify({ policyNo: `${mark} due`, coverType: 'PACKAGE', insurer: mark }), mark],
    orgId,
  );
  await behind.query(
    `insert into policy_reminder (id, org_id, policy_id, cover, stage, at, mails) values ($1, $2, $3, 'OD', 15, '2026-11-13', 1)`,
    [uuidv7(), orgId, policy],
    orgId,
  );
  await behind.query(
    `insert into insurance_offer_use (id, org_id, offer_id, policy_id, terms, discount_paise, at)
     select $1, $2, o.id, $3, '{}', 100, '2026-11-13' from insurance_offer o order by o.id limit 1`,
    [uuidv7(), orgId, policy],
    orgId,
  );
}
