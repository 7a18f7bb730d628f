import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { listPage, queryReader } from '#kit/server/http/list-query.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { idOf } from '#kit/server/catalogue/parts.ts';
import { type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { boardSchema, healthSchema, unknownSchema } from '../devices.schemas.ts';
import { device } from '../registry/device.contract.ts';
import {
  boardStates,
  type DeviceBoard,
  type DeviceHealth,
  type DeviceHealthRow,
  type DeviceProblem,
  deviceProblems,
  type UnknownDevice,
} from './health.contract.ts';
import { offeredOffset } from './clock-offset.rules.ts';
import { intervalSql } from './device-states.store.ts';
import { anyProblem, hasProblem, healthFrom, rowSql } from './health.store.ts';
import { unfitReasons } from '#telematics/pipeline/kept-fixes.ts';

const tag = 'Devices';
const sees = { module: 'device', action: 'view' } as const;
/** Callers of no organisation: nobody's who works for some organisations only. */
const seesCallers = ({ orgId, orgIds }: Scope) => orgId === null && orgIds === undefined;

/** How devices are, all of them and one by one, and who knocks without being known. */
export function addHealthRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/device-health',
    summary:
      'Number of devices by state and problem, and the devices of a problem or state; by default all devices with problems',
    tag,
    access: { module: 'device-health', action: 'view' },
    scope: 'organisation',
    query: {
      ...listPage,
      problem: {
        about: 'Problems, separated by commas',
        schema: { type: 'string', enum: [...deviceProblems] },
      },
      state: { about: 'States, separated by commas', schema: { type: 'string', enum: [...boardStates] } },
      orgId: { about: 'Organisation', schema: { type: 'string', format: 'uuid' } },
    },
    answer: boardSchema,
    handle: async (call) => ({ message: 'OK', data: await boardOf(kit, call) }),
  });
  addRoute(app, {
    method: 'GET',
    path: '/device/{id}/health',
    summary: 'Health of a device: last contact, data quality and problems',
    tag,
    access: sees,
    scope: 'organisation',
    answer: healthSchema,
    handle: async (call) => {
      const scope = scopeOf(call.session);
      const now = kit.clock.now();
      const data = await transact(kit.db, scope, (db) => healthOf(db, scope, idOf(call, device), now));
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    method: 'GET',
    path: '/unknown-device',
    summary: 'Connection attempts of unregistered devices, the latest first; for staff who see all organisations',
    tag,
    access: sees,
    scope: 'global',
    query: listPage,
    answer: z.array(unknownSchema),
    beside: { count: z.int() },
    handle: async ({ session, query }) => {
      if (!seesCallers(scopeOf(session)))
        throw refuse.forbidden('Only users who see all organisations can see unregistered devices');
      const read = queryReader(query);
      const terms = ['true', ...read.words('u.identifier')].join(' and ');
      const { skip, take } = read.page();
      const rows = await kit.db.query<UnknownDevice>(
        `select u.protocol, u.identifier, u.first_at as "firstAt", u.last_at as "lastAt", u.tries, u.address from unknown_device u
         where ${terms} order by u.last_at desc, u.identifier, u.protocol limit ${take} offset ${skip}`,
        read.params,
      );
      const [counted] = await kit.db.query<{ count: number }>(
        `select count(*) from unknown_device u where ${terms}`,
        read.params,
      );
      return { message: 'OK', data: rows, count: counted?.count ?? 0 };
    },
  });
}

async function boardOf(kit: CatalogueKit, { session, query }: Call): Promise<DeviceBoard> {
  const now = kit.clock.now();
  const read = queryReader(query);
  const at = `${read.bind(now.toISOString())}::timestamptz`;
  const scope = scopeOf(session);
  const given = typeof query['orgId'] === 'string' ? query['orgId'].toLowerCase() : '';
  // What is asked for narrows what the fence lets through.
  const column = 'd.org_id';
  const ofOne = given === '' ? '' : isId(given) ? ` and ${column} = ${read.bind(given)}` : ' and false';
  const source = `${healthFrom(at)} and d.status = 1${tenantFilter('device-health', scope, 'd.org_id', read.params)}${ofOne}`;
  const counted = read.params.length;
  const problems = read.among('problem', deviceProblems) as DeviceProblem[] | undefined;
  const states = read.among('state', boardStates);
  const terms = read.words(`concat_ws(' ', d.identifier, v.registration_no, o.name)`);
  if (problems) terms.push(`(${problems.map(hasProblem).join(' or ')})`);
  if (states) terms.push(`d.state = any(${read.bind(states)})`);
  if (!problems && !states) terms.push(anyProblem);
  const { skip, take } = read.page();
  const filters = [
    ...boardStates.map((state) => [state, `d.state = '${state}'`] as const),
    ...deviceProblems.map((problem) => [problem, hasProblem(problem)] as const),
  ];
  return transact(kit.db, scope, async (db) => {
    const [counts = {}] = await db.query<Record<string, number>>(
      `select ${filters.map(([name, term]) => `count(*) filter (where ${term}) as "${name}"`).join(', ')} from ${source}`,
      read.params.slice(0, counted),
    );
    const rows = await db.query<DeviceHealthRow>(
      `select ${rowSql} from ${source} and ${terms.join(' and ')}
       order by coalesce(l.last_seen_at, d.last_seen_at) nulls first, lower(d.identifier), d.id limit ${take} offset ${skip}`,
      read.params,
    );
    const [matching] = await db.query<{ count: number }>(
      `select count(*) from ${source} and ${terms.join(' and ')}`,
      read.params,
    );
    const [callers] = seesCallers(scope)
      ? await db.query<{ count: number }>('select count(*) from unknown_device')
      : [];
    const of = <K extends string>(names: readonly K[]) =>
      Object.fromEntries(names.map((name) => [name, counts[name] ?? 0])) as Record<K, number>;
    return {
      asOf: now.toISOString(),
      states: of(boardStates),
      problems: of(deviceProblems),
      unknownCallers: callers?.count ?? null,
      rows,
      count: matching?.count ?? 0,
    };
  });
}

async function healthOf(db: Queryable, scope: Scope, id: string, now: Date): Promise<DeviceHealth> {
  const params: Param[] = [now.toISOString(), id];
  const at = '$1::timestamptz';
  const [found] = await db.query<
    DeviceHealth & { slot: number; ownedSince: string | null; kinds: Record<string, number> | null }
  >(
    `select ${rowSql}, ${intervalSql} as "intervalS", l.address, l.last_alarm as "lastAlarm", l.last_alarm_at as "lastAlarmAt", d.slot,
       d.owned_since as "ownedSince", d.clock_rule as "clockRule", d.clock_offset_min as "clockOffsetMin", l.unread_kinds as kinds
     from ${healthFrom(at)} and d.id = $2${tenantFilter('health-of-device', scope, 'd.org_id', params)}`,
    params,
  );
  if (!found) throw refuse.notFound('Device not found');
  const { slot, ownedSince, kinds, ...health } = found;
  const unfit = await db.query<{ unfit: number; fixes: number }>(
    `select p.unfit, count(*) as fixes from gateway_position p
     where p.device = $1 and p.fix_at > $2 and p.fix_at <= $3 and p.received_at >= $2 group by p.unfit order by 2 desc, 1`,
    [slot, laterOf(new Date(now.getTime() - 86_400_000).toISOString(), ownedSince), now.toISOString()],
  );
  const fixes = unfit.reduce((sum, one) => sum + one.fixes, 0);
  const reasons = unfit.flatMap((one) => {
    const reason = unfitReasons[one.unfit];
    return reason ? [{ reason, fixes: one.fixes }] : [];
  });
  const unreadKinds = Object.entries(kinds ?? {})
    .map(([kind, frames]) => ({ kind, frames }))
    .toSorted((a, b) => b.frames - a.frames || a.kind.localeCompare(b.kind));
  return { ...health, unreadKinds, offeredOffsetMin: offeredOffset(health), day: { fixes, unfit: reasons } };
}

const laterOf = (one: string, other: string | null): string => (other !== null && other > one ? other : one);
