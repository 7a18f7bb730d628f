import { addDays } from '#kit/contract/days.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { ChallanSource, ChallanStatus } from '../challan/challan.contract.ts';
import { daysOf, listOf, monthBefore, noOffence, openStatuses, payableStatuses, yearBefore } from './board.rules.ts';
import { type BoardRepeated, type BoardWhose, type ChallanBoard, deadlineBands } from './challan-board.contract.ts';

const among = (statuses: readonly string[]) => `(${statuses.map((status) => `'${status}'`).join(', ')})`;
/** What is still to pay of a challan `c`. */
const dueSql = `case when c.challan_status in ${among(payableStatuses)} then greatest(coalesce(c.amount_paise, 0) - c.paid_paise, 0) else 0 end`;
const openSql = `c.challan_status in ${among(openStatuses)} and c.status = 1 and c.deleted_at is null`;
const open = openStatuses.join(',');
const most = 10;

/** A draft is shown to a client once it was asked about. */
const shownSql = (scope: Scope): string =>
  scope.orgId === null ? '' : ` and (c.challan_status <> 'DRAFT' or c.asked_at is not null)`;

/** What is open, who has most of it, who does it again, and what became of the money. @param day India's */
export async function readBoard(db: Queryable, scope: Scope, day: string): Promise<ChallanBoard> {
  return {
    day,
    ...(await readOpen(db, scope, day)),
    vehicles: await readMost(db, scope, 'vehicle'),
    drivers: await readMost(db, scope, 'driver'),
    repeatVehicles: await readRepeated(db, scope, 'vehicle', day),
    repeatDrivers: await readRepeated(db, scope, 'driver', day),
    months: await readMonths(db, scope, day),
  };
}

interface Part {
  kind: 'band' | 'status' | 'source' | 'state' | 'all';
  key: string | null;
  count: number;
  due: number;
}

async function readOpen(
  db: Queryable,
  scope: Scope,
  day: string,
): Promise<Pick<ChallanBoard, 'open' | 'bands' | 'statuses' | 'sources' | 'states'>> {
  const params: Param[] = [];
  const ends = deadlineBands.flatMap((band) => {
    const { to } = daysOf(band, day);
    return to === undefined ? [] : [`when c.due_on <= $${params.push(to)} then '${band}'`];
  });
  const tenantSql = tenantFilter('challan-board', scope, 'c.org_id', params);
  const parts = await db.query<Part>(
    `select case when grouping(band) = 0 then 'band' when grouping(challan_status) = 0 then 'status' when grouping(source) = 0 then 'source'
         when grouping(state) = 0 then 'state' else 'all' end as kind,
       coalesce(band, challan_status, source, state) as key, count(*) as count, coalesce(sum(due), 0)::bigint as due
     from (select case when c.due_on is null then null ${ends.join(' ')} else 'LATER' end as band, c.challan_status, c.source, c.state, ${dueSql} as due
       from challan c where ${openSql}${tenantSql}${shownSql(scope)}) o
     group by grouping sets ((band), (challan_status), (source), (state), ())`,
    params,
  );
  const of = (kind: Part['kind'], key: string | null) => {
    const found = parts.find((part) => part.kind === kind && part.key === key);
    return { count: found?.count ?? 0, duePaise: found?.due ?? 0 };
  };
  return {
    open: { ...of('all', null), to: listOf({ challanStatus: open }) },
    bands: deadlineBands.map((band) => {
      const { from, to } = daysOf(band, day);
      return { band, ...of('band', band), to: listOf({ dueOnFrom: from, dueOnTo: to, sort: 'dueOn' }) };
    }),
    statuses: openStatuses.map((status: ChallanStatus) => ({
      status,
      ...of('status', status),
      to: listOf({ challanStatus: status }),
    })),
    sources: (['INTERNAL', 'GOVERNMENT'] satisfies ChallanSource[]).map((source) => ({
      source,
      ...of('source', source),
      to: listOf({ source, challanStatus: open }),
    })),
    states: parts
      .flatMap(({ kind, key, count, due }) =>
        kind === 'state' && key !== null ? [{ state: key, count, duePaise: due }] : [],
      )
      .toSorted((a, b) => b.duePaise - a.duePaise || b.count - a.count || a.state.localeCompare(b.state))
      .slice(0, most)
      .map((row) => ({ ...row, to: listOf({ state: row.state, challanStatus: open }) })),
  };
}

const names = {
  vehicle: {
    column: 'vehicle_id',
    joinSql: 'left join vehicles_vehicle n on n.id = g.id',
    name: 'registration_no',
    plateUse: 'n.plate_use',
    // Of a vehicle that was given away since.
    other: '(select c.plate from challan c where c.vehicle_id = g.id and c.plate is not null limit 1)',
    filter: 'vehicleId',
  },
  driver: {
    column: 'driver_id',
    joinSql: 'left join people_driver n on n.id = g.id',
    name: 'name',
    plateUse: 'null',
    other: 'null',
    filter: 'driverId',
  },
} as const;
type Whose = keyof typeof names;

async function readMost(db: Queryable, scope: Scope, whose: Whose): Promise<BoardWhose[]> {
  const { column, joinSql, name, plateUse, other, filter } = names[whose];
  const params: Param[] = [];
  const tenantSql = tenantFilter('challan-board-most', scope, 'c.org_id', params);
  const rows = await db.query<Omit<BoardWhose, 'to'>>(
    `select g.id, coalesce(n.${name}, ${other}, '') as name, ${plateUse} as "plateUse", g.count, g.due as "duePaise"
     from (select c.${column} as id, count(*) as count, coalesce(sum(${dueSql}), 0)::bigint as due from challan c
       where ${openSql} and c.${column} is not null${tenantSql}${shownSql(scope)}
       group by c.${column} order by due desc, count desc, id limit ${most}) g
     ${joinSql} order by g.due desc, g.count desc, g.id`,
    params,
  );
  return rows.map((row) => ({ ...row, to: listOf({ [filter]: row.id, challanStatus: open }) }));
}

const offences = 'ISSUED,NOTIFIED,CONTESTED,DEEMED_ACCEPTED,UPHELD,COURT,PAID,CLOSED,REFUNDED';

async function readRepeated(db: Queryable, scope: Scope, whose: Whose, day: string): Promise<BoardRepeated[]> {
  const { column, joinSql, name, plateUse, other, filter } = names[whose];
  const from = addDays(yearBefore(day), 1);
  const params: Param[] = [from];
  const tenantSql = tenantFilter('challan-board-repeated', scope, 'c.org_id', params);
  const rows = await db.query<Omit<BoardRepeated, 'to'> & { typeId: string }>(
    `select g.id, coalesce(n.${name}, ${other}, '') as name, ${plateUse} as "plateUse", t.name as offence, t.id as "typeId", g.count, g.last::text as last
     from (select c.${column} as id, c.challan_type_id, count(*) as count, max(c.offence_on) as last from challan c
       where c.offence_on >= $1 and c.challan_status not in ${among(noOffence)} and c.status = 1 and c.deleted_at is null
         and c.${column} is not null${tenantSql}
       group by c.${column}, c.challan_type_id having count(*) > 1 order by count desc, last desc, id limit ${most}) g
     join challan_type t on t.id = g.challan_type_id ${joinSql}
     order by g.count desc, g.last desc, g.id`,
    params,
  );
  return rows.map(({ typeId, ...row }) => ({
    ...row,
    to: listOf({ [filter]: row.id, challanTypeId: typeId, offenceOnFrom: from, challanStatus: offences }),
  }));
}

async function readMonths(db: Queryable, scope: Scope, day: string): Promise<ChallanBoard['months']> {
  const first = monthBefore(day, 11);
  const params: Param[] = [first];
  const tenantSql = tenantFilter('challan-board-months', scope, 'c.org_id', params);
  const rows = await db.query<{ month: string; due: number; paid: number; refunded: number }>(
    `select to_char(c.offence_on, 'YYYY-MM') as month, coalesce(sum(${dueSql}), 0)::bigint as due, sum(c.paid_paise)::bigint as paid,
       sum(c.refunded_paise)::bigint as refunded
     from challan c where c.offence_on >= $1 and c.status = 1 and c.deleted_at is null${tenantSql}${shownSql(scope)} group by 1`,
    params,
  );
  const found = new Map(rows.map((row) => [row.month, row]));
  return Array.from({ length: 12 }, (_, at) => {
    const from = monthBefore(day, 11 - at);
    const month = from.slice(0, 7);
    const { due = 0, paid = 0, refunded = 0 } = found.get(month) ?? {};
    const days = { offenceOnFrom: from, offenceOnTo: addDays(monthBefore(day, 10 - at), -1), sort: '-offenceAt' };
    return {
      month,
      duePaise: due,
      dueTo: listOf({ ...days, challanStatus: payableStatuses.join(',') }),
      paidPaise: paid,
      paidTo: listOf({ ...days, paidPaiseFrom: '1' }),
      refundedPaise: refunded,
      refundedTo: listOf({ ...days, refundedPaiseFrom: '1' }),
    };
  });
}
