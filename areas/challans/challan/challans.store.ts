import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { type ChallanSource, type ChallanStatus, challan, type Liable } from './challan.contract.ts';
import { noteUnpaid } from './unpaid.ts';

/** A challan as what happens to it needs it. Amounts in paise, days as YYYY-MM-DD in India, moments ISO UTC. */
export interface StoredChallan {
  id: string;
  orgId: string;
  challanNo: string;
  source: ChallanSource;
  challanStatus: ChallanStatus;
  status: number;
  isGone: boolean;
  vehicleId: string;
  driverId: string | null;
  liable: Liable;
  challanTypeId: string;
  violationId: string | null;
  offenceOn: string;
  offenceAt: string;
  state: string | null;
  units: number | null;
  speedKmh: number | null;
  limitKmh: number | null;
  seconds: number | null;
  amountPaise: number | null;
  minPaise: number | null;
  maxPaise: number | null;
  ruleId: string | null;
  ruleVersion: number | null;
  offenceNo: number | null;
  action: string | null;
  askedAt: string | null;
  answerBy: string | null;
  answeredAt: string | null;
  issuedAt: string | null;
  notifyBy: string | null;
  notifiedOn: string | null;
  contestBy: string | null;
  decideBy: string | null;
  decidedAt: string | null;
  payBy: string | null;
  overdue: boolean;
  payment: string;
  paidPaise: number;
  depositPaise: number | null;
  refundedPaise: number;
  postings: number;
  turnsAt: string | null;
}
const columns = `c.id, c.org_id as "orgId", c.challan_no as "challanNo", c.source, c.challan_status as "challanStatus", c.status,
  c.deleted_at is not null as "isGone", c.vehicle_id as "vehicleId", c.driver_id as "driverId", c.liable, c.challan_type_id as "challanTypeId",
  c.violation_id as "violationId", c.offence_on::text as "offenceOn", c.offence_at as "offenceAt", c.state, c.units,
  c.speed_kmh::float8 as "speedKmh", c.limit_kmh::float8 as "limitKmh", c.seconds, c.amount_paise as "amountPaise", c.min_paise as "minPaise",
  c.max_paise as "maxPaise", c.rule_id as "ruleId", c.rule_version as "ruleVersion", c.offence_no as "offenceNo", c.action,
  c.asked_at as "askedAt", c.answer_by::text as "answerBy", c.answered_at as "answeredAt", c.issued_at as "issuedAt", c.notify_by::text as "notifyBy",
  c.notified_on::text as "notifiedOn", c.contest_by::text as "contestBy", c.decide_by::text as "decideBy", c.decided_at as "decidedAt", c.pay_by::text as "payBy",
  c.overdue, c.payment, c.paid_paise as "paidPaise", c.deposit_paise as "depositPaise", c.refunded_paise as "refundedPaise", c.postings,
  c.turns_at as "turnsAt"`;

const oneChallan = (ending: string) => async (db: Queryable, scope: Scope, id: string) => {
  const params: Param[] = [id];
  const tenantSql = tenantFilter('challan', scope, 'c.org_id', params);
  // A draft is shown to a client once it was asked about.
  const shownSql = scope.orgId === null ? '' : ` and (c.challan_status <> 'DRAFT' or c.asked_at is not null)`;
  const [row] = await db.query<StoredChallan>(
    `select ${columns} from challan c where c.id = $1 and c.deleted_at is null${tenantSql}${shownSql}${ending}`,
    params,
  );
  if (!row) throw refuse.notFound('Challan not found');
  return row;
};
/** A challan that the scope sees. @throws 404 */
export const findChallan = oneChallan('');
/** The same, locked until the transaction ends, so that what happens to it happens in turn. @throws 404 */
export const lockChallan = oneChallan(' for no key update of c');

/**
 * Challans by their ids, locked in the order of their ids: for what the product does by itself, and for rows whose organisation was
 * asked for already.
 */
export const lockChallans = (db: Queryable, ids: readonly string[]): Promise<StoredChallan[]> =>
  db.query<StoredChallan>(
    `select ${columns} from challan c where c.id = any($1::uuid[]) order by c.id for no key update of c`,
    [[...ids]],
  );

/** The same of one that another transaction may hold, which nobody waits for. */
export async function lockFree(db: Queryable, id: string): Promise<StoredChallan | undefined> {
  const [row] = await db.query<StoredChallan>(
    `select ${columns} from challan c where c.id = $1 for no key update of c skip locked`,
    [id],
  );
  return row;
}

/** The next number of the month in India: CN-2611-00042, which looks like no number of an authority. */
export async function nextNumber(db: Queryable, now: Date): Promise<string> {
  const month = new Date(now.getTime() + 330 * 60_000).toISOString().slice(2, 7).replace('-', '');
  const [row] = await db.query<{ last: number }>(
    `insert into challan_number as n (month, last) values ($1, 1) on conflict (month) do update set last = n.last + 1 returning last`,
    [month],
  );
  return `CN-${month}-${String(row?.last ?? 0).padStart(5, '0')}`;
}

export type TurnKind =
  | 'ADDED'
  | 'DRAFTED'
  | 'ASKED'
  | 'ANSWERED'
  | 'ISSUED'
  | 'NOTIFIED'
  | 'CONTESTED'
  | 'DEEMED_ACCEPTED'
  | 'UPHELD'
  | 'CANCELLED'
  | 'LAPSED'
  | 'OVERDUE'
  | 'DEPOSITED'
  | 'COURT'
  | 'COURT_UPHELD'
  | 'COURT_CANCELLED'
  | 'CLOSED'
  | 'PAID'
  | 'REFUNDED';

/** What happens to a challan: what it becomes, and what is noted with it. */
export interface Turn {
  what: TurnKind;
  /** Left out: it stays what it is. */
  to?: ChallanStatus;
  /** When it happened, where that was not now: a last day is over at midnight, whenever somebody looks. */
  at?: Date;
  note?: string | null;
  paise?: number | null;
  /** Columns that are written with it. */
  set?: Readonly<Record<string, Param>>;
}

/** Writes what happens to a challan, which is locked, with its line in the timeline and in the history. */
export async function turnChallan(
  db: Queryable,
  writer: Writer,
  before: StoredChallan,
  turn: Turn,
): Promise<StoredChallan> {
  const to = turn.to ?? before.challanStatus;
  const at = turn.at ?? writer.now;
  const params: Param[] = [before.id, to, writer.now.toISOString(), writer.actorId];
  const sets = Object.entries(turn.set ?? {}).map(([name, value]) => `, ${name} = $${params.push(value)}`);
  const [row] = await db.query<StoredChallan>(
    `update challan c set challan_status = $2, version = version + 1, updated_at = $3, updated_by = $4${sets.join('')} where c.id = $1 returning ${columns}`,
    params,
  );
  if (!row) throw refuse.notFound('Challan not found');
  await addTurns(db, writer, [row], { ...turn, at });
  writer.touched.push([challan.base, row.orgId]);
  const changed = changedOf(before, row);
  await recordChange(db, writer, {
    action: 'update',
    module: challan.path,
    recordId: row.id,
    recordTitle: row.challanNo,
    orgId: row.orgId,
    before: changed.before,
    after: changed.after,
    fields: Object.keys(changed.after),
  });
  if (row.source === 'GOVERNMENT') await noteUnpaid(db, writer, [row.vehicleId]);
  return row;
}

/** Adds a line to the timelines of challans. */
export const addTurns = (
  db: Queryable,
  writer: Writer,
  challans: readonly Pick<StoredChallan, 'id' | 'orgId' | 'challanStatus'>[],
  { what, at, note, paise }: Pick<Turn, 'what' | 'at' | 'note' | 'paise'>,
): Promise<unknown> =>
  db.query(
    `insert into challan_turn (challan_id, org_id, no, at, what, to_status, note, paise, actor_id, actor, by_staff)
     select c.id, c.org_id, coalesce((select max(t.no) from challan_turn t where t.challan_id = c.id), 0) + 1, $4, $5, c.status, $6, $7, $8, $9, $10
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as c (id, org_id, status)`,
    [
      challans.map(({ id }) => id),
      challans.map(({ orgId }) => orgId),
      challans.map(({ challanStatus }) => challanStatus),
      (at ?? writer.now).toISOString(),
      what,
      note ?? null,
      paise ?? null,
      writer.actorId,
      writer.actorName,
      writer.orgId === null,
    ],
  );

/** What is told of a challan by something else: when it turns and how often money moved. */
const untold: readonly string[] = ['turnsAt', 'postings'];

function changedOf(before: StoredChallan, after: StoredChallan) {
  const names = (Object.keys(after) as (keyof StoredChallan)[]).filter(
    (name) => !untold.includes(name) && String(before[name]) !== String(after[name]),
  );
  const only = (row: StoredChallan) => Object.fromEntries(names.map((name) => [name, row[name]]));
  return { before: only(before), after: only(after) };
}

/** A line of the timeline of a challan. */
export interface StoredTurn {
  no: number;
  at: string;
  what: TurnKind;
  toStatus: ChallanStatus;
  note: string | null;
  paise: number | null;
  actor: string;
  byStaff: boolean;
}

/** What became of a challan, oldest first. Clients are not told which member of the staff it was. */
export const turnsOf = (db: Queryable, { id, orgId }: StoredChallan, isForClient: boolean): Promise<StoredTurn[]> =>
  db.query<StoredTurn>(
    `select no, at, what, to_status as "toStatus", note, paise, ${isForClient ? `case when by_staff then '' else actor end` : 'actor'} as actor, by_staff as "byStaff"
     from challan_turn where org_id = $2 and challan_id = $1 order by no`,
    [id, orgId],
  );
