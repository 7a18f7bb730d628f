import { settle } from '#areas/challans/challan/by-the-clock.ts';
import { contestGrounds } from '#areas/challans/challan/challan.contract.ts';
import { depositOf, openPaise } from '#areas/challans/challan/challan-status.rules.ts';
import { keepAsked, noteDeadlines } from '#areas/challans/challan/challan-rows.store.ts';
import type { ChallanMails } from '#areas/challans/challan/challan-mails.ts';
import {
  addTurns,
  lockChallans,
  nextNumber,
  type StoredChallan,
  type Turn,
  turnChallan,
} from '#areas/challans/challan/challans.store.ts';
import { billOf, giveBack, postingKey } from '#areas/challans/challan/money.ts';
import { reckon } from '#areas/challans/challan/offence.ts';
import { type DeadlineKind, deadlinesOn } from '#areas/challans/deadlines/deadlines.store.ts';
import { payBill } from '#areas/wallet/wallet.server.ts';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { everything, type Queryable } from '#kit/server/db/database.ts';
import { productWriter, type Writer } from '#kit/server/history.ts';
import { insert } from '../load.ts';
import { type DemoAct, type DemoChallan, type DemoWho, demoChallans } from './challans-demo.data.ts';

const dayMs = 86_400_000;

interface Person {
  id: string;
  name: string;
  isStaff: boolean;
  orgId: string | null;
}
interface Demo {
  db: Queryable;
  now: Date;
  people: ReadonlyMap<string, Person>;
  /** Vehicles with a device, by organisation. */
  vehicles: ReadonlyMap<string, readonly { id: string; orgId: string }[]>;
  types: ReadonlyMap<string, string>;
}

/** Nobody is mailed about what the demo began with. */
const silent: ChallanMails = {
  asked: async () => 0,
  notice: async () => 0,
  driverUntold: async () => [],
  news: async () => 0,
};

/** Challans of the demo as they stand on the day of the first start, brought there step by step, in the order of time. */
export async function addDemoChallans(db: Queryable, now: Date): Promise<void> {
  const demo: Demo = { db, now, ...(await known(db)) };
  const ids = new Map<DemoChallan, string>();
  const steps = demoChallans
    .flatMap((one) => [
      { one, act: undefined, daysAgo: one.addedDaysAgo },
      ...one.acts.map((act) => ({ one, act, daysAgo: act.daysAgo })),
    ])
    .toSorted((a, b) => b.daysAgo - a.daysAgo);
  for (const { one, act } of steps) {
    const id = ids.get(one);
    if (act === undefined) {
      const made = await add(demo, one);
      if (made !== undefined) ids.set(one, made);
    } else if (id !== undefined) await take(demo, id, act);
  }
  const writer = writerOf(demo, null, 0);
  for (const row of await lockChallans(db, [...ids.values()])) await settle(db, everything, writer, row, silent);
}

async function known(db: Queryable): Promise<Omit<Demo, 'db' | 'now'>> {
  const people = await db.query<Person & { email: string }>(
    `select id, name, kind = 'staff' as "isStaff", org_id as "orgId", email from account where email like '%@roadkeeper.test' and deleted_at is null`,
  );
  const types = await db.query<{ id: string; code: string }>(
    'select id, code from challan_type where deleted_at is null',
  );
  const vehicles = await db.query<{ id: string; orgId: string; organisation: string }>(
    `select v.id, v.org_id as "orgId", o.name as organisation from vehicle v join organisation o on o.id = v.org_id
     where v.deleted_at is null and v.status = 1 and exists (select from device_binding b join device d on d.id = b.device_id
       where b.vehicle_id = v.id and b.to_at is null and d.situation = 'IN_USE' and d.status = 1
         and not exists (select from device_live l where l.device_id = d.id)) order by o.name, v.registration_no`,
  );
  return {
    people: new Map(people.map((person) => [person.email.split('@')[0] ?? '', person])),
    types: new Map(types.map(({ id, code }) => [code, id])),
    vehicles: Map.groupBy(vehicles, ({ organisation }) => organisation),
  };
}

const momentOf = ({ now }: Demo, daysAgo: number) => new Date(now.getTime() - daysAgo * dayMs);

/** Writes what is dated before; the history tells of it now. */
function writerOf(demo: Demo, who: DemoWho | null, daysAgo: number): Writer {
  const writer = { ...productWriter(momentOf(demo, daysAgo)), toldAt: demo.now };
  if (who === null) return writer;
  const { id, name, orgId } = personOf(demo, who);
  return { ...writer, actorId: id, actorName: name, orgId };
}
function personOf({ people }: Demo, who: DemoWho): Person {
  const person = people.get(who);
  if (!person) throw new Error(`Demo challans name ${who}@roadkeeper.test, who is not there`);
  return person;
}

/** Drafts a notice of the company, or adds a challan of an authority. */
async function add(demo: Demo, one: DemoChallan): Promise<string | undefined> {
  const { db, now } = demo;
  const vehicle = demo.vehicles.get(one.organisation)?.[one.vehicle];
  const typeId = demo.types.get(one.offence);
  if (!vehicle || typeId === undefined) return undefined;
  const writer = writerOf(demo, one.by, one.addedDaysAgo);
  const offenceOn = addDays(indiaDay(now), -one.offenceDaysAgo);
  const offenceAt = new Date(`${offenceOn}T${one.offenceTime}:00+05:30`).toISOString();
  const [drove] = await db.query<{ driverId: string }>(
    `select a.driver_id as "driverId" from driver_assignment a where a.vehicle_id = $1 and a.org_id = $2 and a.from_at <= $3
       and coalesce(a.to_at, 'infinity') > $3 limit 1`,
    [vehicle.id, vehicle.orgId, offenceAt],
  );
  const driverId = drove?.driverId ?? null;
  const liable = driverId === null ? 'OWNER' : 'DRIVER';
  const isOwn = one.source === 'INTERNAL';
  const { rule, asked } = await reckon(db, {
    id: null,
    challanTypeId: typeId,
    orgId: vehicle.orgId,
    vehicleId: vehicle.id,
    driverId,
    liable,
    offenceOn,
    offenceAt,
    state: one.state,
    units: null,
    speedKmh: null,
    limitKmh: null,
    seconds: null,
  });
  // Somebody has taken the rule away: there is nothing to ask for.
  if (isOwn && !rule) return undefined;
  const challanNo = isOwn ? await nextNumber(db, writer.now) : (one.no ?? '');
  const row = {
    source: one.source,
    challan_no: challanNo,
    challan_type_id: typeId,
    org_id: vehicle.orgId,
    vehicle_id: vehicle.id,
    driver_id: driverId,
    liable,
    offence_on: offenceOn,
    offence_time: one.offenceTime,
    state: one.state,
    place: one.place,
    lat: one.at?.[0] ?? null,
    lon: one.at?.[1] ?? null,
    amount_paise: isOwn ? asked.amountPaise : (one.rupees ?? 0) * 100,
    authority: isOwn ? null : (one.authority ?? null),
    notified_on: isOwn ? null : addDays(indiaDay(now), -(one.notifiedDaysAgo ?? 0)),
    payment: 'NONE',
    paid_paise: 0,
    refunded_paise: 0,
    postings: 0,
    overdue: false,
    status: 1,
    version: 1,
    created_by: writer.actorId,
  };
  const [id] = await insert(db, 'challan', [challanNo], [row], writer.now, now);
  if (id === undefined) return undefined;
  if (isOwn) await keepAsked(db, id);
  else await noteDeadlines(db, [id]);
  const challanStatus = isOwn ? 'DRAFT' : 'NOTIFIED';
  await addTurns(db, writer, [{ id, orgId: vehicle.orgId, challanStatus }], { what: isOwn ? 'DRAFTED' : 'ADDED' });
  return id;
}

/** What somebody did to a challan, after what the clock had done until then. */
async function take(demo: Demo, id: string, act: DemoAct): Promise<void> {
  const { db } = demo;
  const writer = writerOf(demo, act.by, act.daysAgo);
  const [found] = await lockChallans(db, [id]);
  if (!found) return;
  const row = await settle(db, everything, writer, found, silent);
  const days = await deadlinesOn(db, row.offenceOn);
  if (act.do === 'NOTE' || act.do === 'CONTEST') await write(demo, row, act, writer);
  if (act.do === 'REFUND') {
    const by = personOf(demo, act.by);
    await giveBack(db, everything, writer, row, { paise: row.paidPaise, note: act.text, by });
  }
  const paise =
    act.do === 'PAY' ? openPaise(row) : act.do === 'COURT' ? depositOf(row.amountPaise ?? 0, days('COURT_DEPOSIT')) : 0;
  const isMoved = paise > row.paidPaise && row.source === 'INTERNAL';
  if (isMoved) await payFrom(demo, row, act.by, paise - row.paidPaise, writer);
  const turn = turnOf(row, act, { writer, days, paise });
  if (turn) await turnChallan(db, writer, row, turn);
}

/** What an act turns a challan to; nothing for notes and refunds. */
function turnOf(
  row: StoredChallan,
  act: DemoAct,
  { writer, days, paise }: { writer: Writer; days: (kind: DeadlineKind) => number; paise: number },
): Turn | undefined {
  const [now, today] = [writer.now.toISOString(), indiaDay(writer.now)];
  const isWallet = row.source === 'INTERNAL';
  switch (act.do) {
    case 'ASK':
      return { what: 'ASKED', set: { asked_at: now, answer_by: addDays(today, days('ANSWER_FIRST')) } };
    case 'ANSWER':
      return { what: 'ANSWERED', note: act.text, set: { answered_at: now, answer: act.text } };
    case 'ISSUE':
      return {
        what: 'ISSUED',
        to: 'ISSUED',
        paise: row.amountPaise,
        set: { issued_at: now, notify_by: addDays(today, days('NOTIFY_ELECTRONIC')) },
      };
    case 'NOTIFY':
      return {
        what: 'NOTIFIED',
        to: 'NOTIFIED',
        note: 'EMAIL',
        set: { notified_on: today, contest_by: addDays(today, days('PAY_OR_CONTEST')) },
      };
    case 'CONTEST':
      return {
        what: 'CONTESTED',
        to: 'CONTESTED',
        note: contestGrounds.find(({ value }) => value === act.grounds)?.label ?? null,
        set: { contested_at: now, decide_by: addDays(today, days('DECIDE')) },
      };
    case 'UPHOLD':
    case 'CANCEL': {
      const to = act.do === 'UPHOLD' ? 'UPHELD' : 'CANCELLED';
      const set = { decided_at: now, decision_reason: act.reason, order_text: act.text };
      const payBy = to === 'UPHELD' ? { pay_by: addDays(today, days('PAY_AFTER')) } : {};
      return { what: to, to, note: act.reason, set: { ...set, ...payBy } };
    }
    case 'PAY': {
      const isHeld = row.challanStatus === 'CONTESTED';
      const set = { paid_paise: row.paidPaise + paise, payment: 'WALLET', postings: row.postings + 1, overdue: false };
      return isHeld
        ? { what: 'DEPOSITED', paise, set }
        : { what: 'PAID', to: 'PAID', paise, set: { ...set, paid_on: today } };
    }
    case 'PAID':
      return {
        what: 'PAID',
        to: 'PAID',
        paise: row.amountPaise,
        set: { paid_paise: row.amountPaise, payment: 'OUTSIDE', paid_on: today, receipt_no: act.text, overdue: false },
      };
    case 'COURT':
      return {
        what: 'COURT',
        to: 'COURT',
        paise,
        set: {
          deposit_paise: paise,
          paid_paise: Math.max(row.paidPaise, paise),
          ...(paise > row.paidPaise ? { postings: row.postings + 1, payment: isWallet ? 'WALLET' : 'OUTSIDE' } : {}),
        },
      };
    default:
      return undefined;
  }
}

/** Pays from the wallet of the organisation, through the books. */
async function payFrom(demo: Demo, row: StoredChallan, who: DemoWho, paise: number, writer: Writer): Promise<void> {
  const [wallet] = await demo.db.query<{ id: string }>('select id from wallet where org_id = $1 order by id limit 1', [
    row.orgId,
  ]);
  if (!wallet) throw new Error('The demo has no wallet to pay from');
  const bill = { ...billOf(row), walletId: wallet.id, paise, reason: 'CHALLAN' as const };
  await payBill(demo.db, everything, bill, { key: postingKey(row), by: personOf(demo, who), writer });
}

/** What is written to a challan: a note of staff, or what speaks against it. */
async function write(
  demo: Demo,
  row: StoredChallan,
  act: Extract<DemoAct, { text: string }>,
  writer: Writer,
): Promise<void> {
  const given = {
    challan_id: row.id,
    org_id: row.orgId,
    text: act.text,
    author: writer.actorName,
    status: 1,
    version: 1,
    created_by: writer.actorId,
  };
  const isContest = act.do === 'CONTEST';
  const more = isContest ? { grounds: act.grounds, by_staff: personOf(demo, act.by).isStaff } : {};
  const path = isContest ? 'challan-contest' : 'challan-note';
  await insert(demo.db, path, [row.challanNo], [{ ...given, ...more }], writer.now, demo.now);
}
