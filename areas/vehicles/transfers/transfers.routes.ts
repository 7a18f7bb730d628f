import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { MailKit } from '#areas/mail/mail.server.ts';
import { organisation } from '#areas/people/people.contract.ts';
import { isRefused } from '#kit/contract/formats/format.ts';
import { checkMobile } from '#kit/contract/formats/contact.ts';
import { checkPlate } from '#kit/contract/formats/plate.ts';
import { isDay, isId } from '#kit/contract/ids-and-days.ts';
import { can } from '#kit/contract/rights.ts';
import { hashOf } from '#kit/server/catalogue/sealed-fields.ts';
import { idOf } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { lockRows } from '#kit/server/catalogue/write/lock-rows.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { type Call, need, scopeOf } from '#kit/server/http/call.ts';
import { recordId } from '#kit/server/http/body-fields.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { decide } from './decide-transfer.ts';
import { addTransferList } from './transfer-list.routes.ts';
import { decisions } from './transfers.contract.ts';
import { namedVehicle, orgOfMobile, ownVehicle, propose } from './transfers.store.ts';
import { vehicle } from '../vehicle/vehicle.contract.ts';

const tag = 'Transfers';
const reason = z
  .string({ error: 'Say why' })
  .check(z.trim(), z.minLength(3, { error: 'Say why' }), z.maxLength(300, { error: 'At most 300 characters' }));
const day = z.string().check(z.refine(isDay, { error: 'Must be a date, like 2026-11-21' }));
const short = (words: string) =>
  z.string({ error: words }).check(z.trim(), z.maxLength(40, { error: 'At most 40 characters' }));

const offerBody = z.strictObject({
  toOrgId: z.optional(recordId),
  toMobile: z.optional(short('Enter a mobile number')),
  reason,
  on: z.optional(day),
});
const askBody = z.strictObject({
  registrationNo: short('Enter the registration number'),
  chassisNo: short('Enter the full chassis number'),
  reason,
  on: z.optional(day),
});
const decideBody = z.strictObject({
  decision: z.enum(decisions, { error: `Must be one of ${decisions.join(', ')}` }),
  note: z.optional(z.string().check(z.trim(), z.maxLength(300, { error: 'At most 300 characters' }))),
});
const made = z.strictObject({ id: z.string() });
/** What the writes of transfers say of themselves where the database refuses. */
const named = { one: 'Transfer', fields: {}, unique: [], base: 'ownership_transfer' };

/** Vehicles that change hands; `takeOwnerShip` of the specification. */
export function addTransferRoutes(app: FastifyInstance, kit: CatalogueKit, mail: MailKit): void {
  addTransferList(app, kit);
  const common = { method: 'POST', tag, scope: 'organisation', once: true, whileImpersonating: 'allowed' } as const;
  addRoute(app, {
    ...common,
    path: '/vehicle/transfer/{id}',
    summary:
      'Offer a vehicle to another owner: by the mobile number they sign in with, or for staff by their organisation',
    access: { module: 'ownership-transfer', action: 'create' },
    body: offerBody,
    answer: made,
    status: 201,
    handle: async (call) => {
      need(call.session, 'vehicle', 'edit');
      const body = call.body as z.infer<typeof offerBody>;
      const scope = scopeOf(call.session);
      return writeAnswer(kit, named, call, inputOf(call), async (db, writer) => {
        const own = await ownVehicle(db, scope, idOf(call, vehicle));
        const to = await taker(db, scope, call, body);
        const id = await propose(db, scope, writer, mail, own, {
          kind: 'OFFER',
          ...to,
          reason: body.reason,
          on: body.on,
        });
        const message = `${own.title} offered. Ownership changes when the new owner accepts.`;
        return { status: 201, message, data: JSON.stringify({ id }) };
      });
    },
  });
  addRoute(app, {
    ...common,
    path: '/ownership-transfer',
    summary: 'Request a vehicle by both numbers on its registration certificate',
    access: { module: 'ownership-transfer', action: 'create' },
    body: askBody,
    answer: made,
    status: 201,
    handle: async (call) => {
      const { registrationNo, chassisNo, reason, on } = call.body as z.infer<typeof askBody>;
      const toOrgId = call.session.orgId;
      if (toOrgId === null) throw refuse.badInput({ registrationNo: 'Staff offer a vehicle from its own page' });
      const plate = checkPlate(registrationNo);
      if (isRefused(plate)) throw refuse.badInput({ registrationNo: plate.problem });
      const scope = scopeOf(call.session);
      return writeAnswer(kit, named, call, inputOf(call), async (db, writer) => {
        const hash = hashOf(kit.sealed, vehicle, 'chassisNo', chassisNo);
        const found = await namedVehicle(db, scope, plate.value, hash);
        const proposal = { kind: 'REQUEST', toOrgId, toMobile: null, reason, on } as const;
        const id = await propose(db, scope, writer, mail, found, proposal);
        const message = `${found.title} requested. Ownership changes when the owner approves.`;
        return { status: 201, message, data: JSON.stringify({ id }) };
      });
    },
  });
  addRoute(app, {
    ...common,
    path: '/ownership-transfer/decide/{id}',
    summary: 'Approve or decline a transfer, or withdraw your own',
    access: {
      any: [
        { module: 'ownership-transfer', action: 'edit' },
        { module: 'ownership-transfer', action: 'approve' },
      ],
    },
    body: decideBody,
    answer: z.strictObject({ id: z.string() }),
    handle: async (call) => {
      const { decision, note } = call.body as z.infer<typeof decideBody>;
      const { session, params } = call;
      const transferId = params['id']?.toLowerCase();
      if (!isId(transferId)) throw refuse.notFound('Transfer not found');
      const judge = { orgId: session.orgId, mayApprove: can(session.grants, 'ownership-transfer', 'approve') };
      return writeAnswer(kit, named, call, inputOf(call), async (db, writer) => {
        const scope = scopeOf(session);
        const title = await decide(db, scope, writer, kit.files, mail, judge, transferId, decision, note || null);
        const message = {
          APPROVE: `${title} transferred to its new owner.`,
          REFUSE: 'Transfer declined.',
          WITHDRAW: 'Transfer withdrawn.',
        }[decision];
        return { status: 200, message, data: JSON.stringify({ id: transferId }) };
      });
    },
  });
}

const inputOf = (call: Call) => ({ values: { ...(call.body as object) }, files: {} });

/** Whom a vehicle is offered to. Clients name nobody's organisation, and are not told whether a number is known here. */
async function taker(
  db: Queryable,
  scope: Scope,
  { session }: Call,
  { toOrgId, toMobile }: z.infer<typeof offerBody>,
): Promise<{ toOrgId: string | null; toMobile: string | null }> {
  if ((toOrgId === undefined) === (toMobile === undefined))
    throw refuse.badInput({ toMobile: 'Enter the new owner by one of the two' });
  if (toMobile !== undefined) {
    const checked = checkMobile(toMobile);
    if (isRefused(checked)) throw refuse.badInput({ toMobile: checked.problem });
    return { toOrgId: await orgOfMobile(db, scope, checked.value), toMobile: checked.value };
  }
  if (session.user.kind === 'client') throw refuse.badInput({ toOrgId: 'Enter the mobile number of the new owner' });
  const params: Param[] = [[toOrgId as string]];
  const match = ` and t.status = 1 and t.deleted_at is null${tenantFilter('offer-to', scope, 't.id', params)}`;
  const [found] = await lockRows(db, organisation, { strength: 'key share' }, match, params);
  if (!found) throw refuse.badInput({ toOrgId: 'This record no longer exists' });
  return { toOrgId: found.id, toMobile: null };
}
