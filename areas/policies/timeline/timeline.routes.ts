import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { daysBetween, indiaDay } from '#kit/contract/days.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { coversOf, type DatedPolicy, renewedCovers, stateOn } from '../policy/policy-state.rules.ts';
import { toRenew } from '../renewal/renewal.rules.ts';
import {
  coverLine,
  currentCover,
  type CurrentCover,
  policyVersion,
  type PolicyVersion,
  vehicleRef,
} from './timeline.contract.ts';
import { linesOf } from './timeline.rules.ts';

interface Policy extends DatedPolicy {
  policyNo: string;
  insurer: string;
  coverType: string;
  idvPaise: number | null;
  ncbPercent: number | null;
  claims: number;
  document: { id: string; name: string } | null;
}
type Version = Omit<PolicyVersion, 'state' | 'claims'>;

/** Calls about one vehicle: its covers of today, and all its policies with their versions. States go by the clock. */
export function addTimelineRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  const common = {
    method: 'GET',
    tag: 'Insurance policies',
    access: { module: 'app-user-policy', action: 'view' },
    scope: 'organisation',
  } as const;
  const read = async ({ session, params }: Call) => {
    const scope = scopeOf(session);
    const id = params['vehicleId']?.toLowerCase();
    const on = indiaDay(kit.clock.now());
    const found = isId(id) ? await transact(kit.db, scope, (db) => readVehicle(db, scope, id)) : undefined;
    if (!found) throw refuse.notFound('Vehicle not found');
    const renewed = renewedCovers(found.policies);
    const states = new Map(
      found.policies.map((policy) => [policy.id, stateOn(policy, renewed.get(policy.id) ?? new Set(), on)]),
    );
    return { ...found, on, states };
  };

  addRoute(app, {
    ...common,
    path: '/client/app-user-policy/{vehicleId}',
    summary: 'Covers of a vehicle that are in force today, own damage and third party apart',
    answer: z.array(currentCover),
    beside: { count: z.int(), vehicle: vehicleRef, on: z.string() },
    handle: async (call) => {
      const { policies, vehicle, on, states } = await read(call);
      const data = policies.flatMap((policy): CurrentCover[] =>
        coversOf(policy)
          .filter(({ from, to }) => from <= on && to >= on)
          .map(({ kind, from, to }) => ({
            kind,
            policyId: policy.id,
            policyNo: policy.policyNo,
            insurer: policy.insurer,
            coverType: policy.coverType,
            from,
            to,
            daysLeft: daysBetween(on, to),
            state: states.get(policy.id)?.state ?? 'ACTIVE',
            idvPaise: kind === 'OD' ? policy.idvPaise : null,
            ncbPercent: kind === 'OD' ? policy.ncbPercent : null,
            document: policy.document,
          })),
      );
      return { message: 'OK', data, count: data.length, vehicle, on };
    },
  });
  addRoute(app, {
    ...common,
    path: '/client/history-app-user-policy/{vehicleId}',
    summary:
      'Policies of a vehicle, every version with its own days, oldest first; with covered days, gaps and overlaps',
    answer: z.array(policyVersion),
    beside: {
      count: z.int(),
      vehicle: vehicleRef,
      on: z.string(),
      lines: z.array(coverLine),
      /** The policy whose renewal is offered. */
      renew: z.nullable(z.string()),
    },
    handle: async (call) => {
      const { policies, versions, vehicle, on, states } = await read(call);
      const claims = new Map(policies.map((policy) => [policy.id, policy.claims]));
      const data = versions.map((one) => ({
        ...one,
        state: states.get(one.policyId)?.state ?? 'EXPIRED',
        claims: claims.get(one.policyId) ?? 0,
      }));
      const renew = toRenew(policies, states, on)?.id ?? null;
      return { message: 'OK', data, count: data.length, vehicle, on, lines: linesOf(policies, on), renew };
    },
  });
}

async function readVehicle(db: Queryable, scope: Scope, id: string) {
  const params: Param[] = [id];
  const tenantSql = tenantFilter('policy-vehicle', scope, 'v.org_id', params);
  const [vehicle] = await db.query<{ id: string; label: string }>(
    `select v.id, v.registration_no as label from vehicles_vehicle v where v.id = $1 and v.deleted_at is null${tenantSql}`,
    params,
  );
  if (!vehicle) return undefined;
  const ownParams: Param[] = [id];
  // Policies of a former owner are the former owner's: only those of who has the vehicle, which was read within the scope.
  const source = `from app_user_policy p join vehicles_vehicle v on v.id = p.vehicle_id and v.org_id = p.org_id
    where p.vehicle_id = $1 and p.deleted_at is null and p.status = 1`;
  const policies = await db.query<Policy>(
    `select p.id, p.policy_no as "policyNo", (select i.name from insurer i where i.id = p.insurer_id) as insurer, p.cover_type as "coverType", p.issued,
       true as live, p.od_from as "odFrom", p.od_to as "odTo", p.tp_from as "tpFrom", p.tp_to as "tpTo", p.cancelled_on as "cancelledOn",
       p.previous_policy_id as "previousPolicyId", p.idv_paise as "idvPaise", p.ncb_percent::int as "ncbPercent",
       (select count(*)::int from policy_claim c where c.policy_id = p.id and c.deleted_at is null and c.status = 1) as claims,
       (select json_build_object('id', f.id, 'name', f.name) from kit_file f where f.id = p.document_id) as document
     ${source} order by least(p.od_from, p.tp_from), p.id`,
    ownParams,
  );
  const versions = await db.query<Version>(
    `select r.id, r.policy_id as "policyId", p.policy_no as "policyNo", r.no, r.kind, r.effective_on as "effectiveOn", r.reason,
       r.facts ->> 'coverType' as "coverType", r.facts ->> 'insurer' as insurer, r.facts ->> 'odFrom' as "odFrom", r.facts ->> 'odTo' as "odTo",
       r.facts ->> 'tpFrom' as "tpFrom", r.facts ->> 'tpTo' as "tpTo", (r.facts ->> 'idvPaise')::bigint as "idvPaise",
       (r.facts ->> 'ncbPercent')::int as "ncbPercent", coalesce(r.facts -> 'addOns', '[]') as "addOns",
       (r.facts ->> 'totalPaise')::bigint as "totalPaise", r.facts ->> 'cancelledOn' as "cancelledOn",
       case when r.file_id is null then null else json_build_object('id', r.file_id, 'name', coalesce(r.file_name, '')) end as document,
       r.at, ${scope.client ? 'case when not r.by_staff then r.by_name end' : 'r.by_name'} as by
     from policy_version r join (select p.id, p.policy_no, least(p.od_from, p.tp_from) as begins ${source}) p on p.id = r.policy_id
     order by p.begins, p.id, r.no`,
    ownParams,
  );
  return { vehicle, policies, versions };
}
