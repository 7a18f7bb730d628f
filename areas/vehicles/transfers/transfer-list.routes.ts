import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { plateUses } from '#kit/contract/formats/plate-use.ts';
import { pageParameters } from '#kit/contract/page.ts';
import { can } from '#kit/contract/rights.ts';
import { maskOf } from '#kit/contract/sealed.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { overall, type Param, type Queryable, transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { ofEitherSide } from './transfers.store.ts';
import { type Decision, decisions, type TransferRow, transferStates } from './transfers.contract.ts';

const rowSchema: z.ZodMiniType<TransferRow> = z.strictObject({
  id: z.string(),
  registrationNo: z.string(),
  plateUse: z.enum(plateUses),
  model: z.string(),
  vehicleId: z.nullable(z.string()),
  kind: z.enum(['REQUEST', 'OFFER']),
  state: z.enum(transferStates),
  reason: z.string(),
  handedOn: z.string(),
  fromName: z.nullable(z.string()),
  toName: z.nullable(z.string()),
  decisionNote: z.nullable(z.string()),
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
  may: z.array(z.enum(decisions)),
});
const limits = { maxSkip: 999_999, maxTake: 100, take: 25 };

interface Found extends Omit<TransferRow, 'may'> {
  fromOrgId: string;
  toOrgId: string | null;
  toMobile: string | null;
  holderId: string;
}

/** GET /ownership-transfer: those that the reader is a side of, or all for staff; the latest first. */
export function addTransferList(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/ownership-transfer',
    summary: 'Ownership transfers of vehicles',
    tag: 'Transfers',
    access: { module: 'ownership-transfer', action: 'view' },
    scope: 'organisation',
    query: {
      ...pageParameters(limits),
      state: { about: 'State', schema: { type: 'string', enum: transferStates } },
    },
    answer: z.array(rowSchema),
    beside: { count: z.int() },
    handle: async ({ session, query }) => {
      const read = queryReader(query);
      const state = read.oneOf('state', transferStates);
      const { skip, take } = read.page(limits);
      const scope = scopeOf(session);
      return transact(kit.db, scope, async (db) => {
        const params: Param[] = [];
        const where = `${ofEitherSide(scope, params)}${state === undefined ? '' : ` and x.state = $${params.push(state)}`}`;
        const page = await db.query<{ id: string }>(
          `select x.id from ownership_transfer x where ${where}
           order by x.created_at desc, x.id desc limit ${take} offset ${skip}`,
          params,
        );
        const rows = await overall(db, scope, () =>
          factsOf(
            db,
            page.map(({ id }) => id),
          ),
        );
        const [total] = await db.query<{ count: number }>(
          `select count(*) from ownership_transfer x where ${where}`,
          params,
        );
        return { message: 'OK', data: rows.map((row) => shownTo(session, row)), count: total?.count ?? 0 };
      });
    },
  });
}

/** Each side may know the vehicle and some of the other side; what of it is not theirs to know is left out by `shownTo`. */
const factsOf = (db: Queryable, ids: readonly string[]): Promise<Found[]> =>
  db.query<Found>(
    `select x.id, v.registration_no as "registrationNo", v.plate_use as "plateUse", coalesce(v.unlisted_model, concat_ws(' ', b.name, m.name)) as model, x.vehicle_id as "vehicleId",
       v.org_id as "holderId", x.kind, x.state, x.reason, x.handed_on as "handedOn", f.name as "fromName", o.name as "toName",
       x.decision_note as "decisionNote", x.created_at as "createdAt", x.decided_at as "decidedAt", x.from_org_id as "fromOrgId",
       x.to_org_id as "toOrgId", x.to_mobile as "toMobile"
     from ownership_transfer x join vehicle v on v.id = x.vehicle_id left join vehicle_model m on m.id = v.model_id
     left join vehicle_brand b on b.id = m.brand_id join people_organisation f on f.id = x.from_org_id left join people_organisation o on o.id = x.to_org_id
     where x.id = any($1::uuid[]) order by x.created_at desc, x.id desc`,
    [[...ids]],
  );

/** What one side may know: whoever was offered something by number is named once they have taken it. */
function shownTo(session: Session, found: Found): TransferRow {
  const { fromOrgId, toOrgId, toMobile, holderId, ...row } = found;
  const isStaff = session.orgId === null;
  const isGiver = session.orgId === fromOrgId;
  const knowsTaker = isStaff || !isGiver || row.kind === 'REQUEST' || row.state === 'APPROVED';
  return {
    ...row,
    vehicleId: isStaff || session.orgId === holderId ? row.vehicleId : null,
    toName: knowsTaker && toOrgId !== null ? row.toName : toMobile === null ? null : maskOf(toMobile, 4),
    may: row.state === 'OPEN' ? mayOf(session, isGiver === (row.kind === 'OFFER'), toOrgId !== null) : [],
  };
}

function mayOf({ orgId, grants }: Session, isMaker: boolean, isTaken: boolean): Decision[] {
  if (orgId === null) {
    if (!can(grants, 'ownership-transfer', 'approve')) return [];
    return isTaken ? [...decisions] : ['REFUSE', 'WITHDRAW'];
  }
  if (!can(grants, 'ownership-transfer', 'edit')) return [];
  return isMaker ? ['WITHDRAW'] : ['APPROVE', 'REFUSE'];
}
