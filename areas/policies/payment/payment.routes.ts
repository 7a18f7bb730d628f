import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { walletTransaction } from '#areas/wallet/wallet-answers.contract.ts';
import { payBill, readBillTransaction } from '#areas/wallet/wallet.server.ts';
import { dayInWords, indiaDay } from '#kit/contract/days.ts';
import { isDay } from '#kit/contract/ids-and-days.ts';
import { type CatalogueParts, idOf } from '#kit/server/catalogue/parts.ts';
import { withRights } from '#kit/server/catalogue/policy.ts';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import { type CatalogueKit, mustRead } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { appUserPolicy } from '../policy/policy.contract.ts';
import { type LockedPolicy, lockPolicy, notePayment, postingKey, readSuggested } from './paid.store.ts';
import { cancellationAnswer } from './payment.contract.ts';
import { isOver, openPaise } from './payment.rules.ts';
import { billOf, personOf, refundPremium } from './refund-premium.ts';
import { refundOf } from './suggested-refund.ts';

type Parts = CatalogueParts<typeof appUserPolicy>;

const paise = z.int({ error: 'Enter an amount in whole paise' }).check(z.gte(1, { error: 'Enter an amount' }));
const payBody = z.strictObject({
  walletId: z.uuid({ error: 'Choose a wallet' }),
  /** What who pays has seen: another amount is refused, so that nobody pays what they did not. */
  amountPaise: paise,
});
const refundBody = z.strictObject({
  amountPaise: paise,
  note: z
    .string({ error: 'Enter a note' })
    .check(z.trim(), z.minLength(3, { error: 'Enter a note' }), z.maxLength(300, { error: 'At most 300 characters' })),
});
const paidBody = z.strictObject({ outside: z.boolean({ error: 'Must be true or false' }) });
const moving = { scope: 'organisation', once: true, whileImpersonating: 'refused', status: 201 } as const;

/** How the premium of a policy is paid: from a wallet, which is posted there, or to the insurer, which is only noted. */
export function addPaymentRoutes(app: FastifyInstance, kit: CatalogueKit, parts: Parts): void {
  const { definition } = parts;
  addRoute(app, {
    ...moving,
    method: 'POST',
    path: '/app-user-policy/pay/{id}',
    summary: 'Pay the premium of a policy from a wallet of its organisation',
    tag: definition.many,
    access: { module: 'wallet', action: 'create' },
    body: payBody,
    answer: walletTransaction,
    handle: (call) =>
      moveFor(kit, parts, call, async ({ db, scope, writer, policy, by }) => {
        const { walletId, amountPaise } = call.body as z.infer<typeof payBody>;
        const open = openPaise(policy);
        if (open === 0) throw refuse.conflict(whyNothingIsOpen(policy));
        if (open !== amountPaise) throw refuse.conflict('The amount to pay has changed. Reload the page and try again');
        const bill = { ...billOf(policy), walletId, paise: open, reason: 'PREMIUM' as const };
        const { id } = await payBill(db, scope, bill, { key: postingKey(policy), by, writer });
        await notePayment(db, writer, policy, { payment: 'WALLET', paidPaise: policy.paidPaise + open });
        return { id, message: 'Premium paid from the wallet.', warnings: isOver(policy) ? [overWarning(policy)] : [] };
      }),
  });
  addRoute(app, {
    ...moving,
    method: 'POST',
    path: '/app-user-policy/refund/{id}',
    summary: 'Credit the premium of a cancelled policy, or what was paid too much, to the wallet that paid it',
    tag: definition.many,
    access: { module: 'wallet', action: 'edit' },
    body: refundBody,
    answer: walletTransaction,
    handle: (call) =>
      moveFor(kit, parts, call, async ({ db, scope, writer, policy, by }) => {
        const { amountPaise, note } = call.body as z.infer<typeof refundBody>;
        const id = await refundPremium(db, scope, policy, { paise: amountPaise, note }, { by, writer });
        return { id, message: 'Premium refunded to the wallet.' };
      }),
  });
  addPaidRoute(app, kit, parts);
  addCancellationRoute(app, kit, parts);
}

const overWarning = ({ nextEnd }: LockedPolicy): string =>
  `The cover of this policy expired${nextEnd === null ? '' : ` on ${dayInWords(nextEnd)}`}. Paying the premium does not bring it back`;

const whyNothingIsOpen = ({ issued, status, cancelledOn, payment, totalPaise, paidPaise }: LockedPolicy): string =>
  !issued
    ? 'A draft has no premium to pay. Issue it first'
    : cancelledOn !== null
      ? 'This policy is cancelled'
      : status !== 1
        ? 'This policy is inactive. Activate it first'
        : payment === 'INSURER'
          ? 'This premium was paid to the insurer'
          : (totalPaise ?? 0) === 0 && paidPaise === 0
            ? 'Enter the premium of the policy first'
            : 'This premium is paid';

interface Work {
  db: Queryable;
  scope: Scope;
  writer: Writer;
  policy: LockedPolicy;
  by: ReturnType<typeof personOf>;
}

/** Runs what moves money for a policy, locked, in one transaction, and answers with the transaction of the wallet. */
function moveFor(
  kit: CatalogueKit,
  { definition }: Parts,
  call: Call,
  work: (given: Work) => Promise<{ id: string; message: string; warnings?: string[] }>,
): Promise<string> {
  const { session } = call;
  const scope = scopeOf(session);
  const id = idOf(call, definition);
  const input = { values: { ...(call.body as object) }, files: {} };
  return writeAnswer(kit, definition, call, input, async (db, writer) => {
    const policy = await lockPolicy(db, scope, id);
    const done = await work({ db, scope, writer, policy, by: personOf(session) });
    const row = await readBillTransaction(db, scope, done.id);
    return { status: 201, message: done.message, data: JSON.stringify(row), warnings: done.warnings };
  });
}

/** POST /app-user-policy/paid/{id}: the client has paid the insurer. Nothing is posted in a wallet. */
function addPaidRoute(app: FastifyInstance, kit: CatalogueKit, { definition, reads }: Parts): void {
  addRoute(app, {
    method: 'POST',
    path: '/app-user-policy/paid/{id}',
    summary: 'Record that the premium was paid to the insurer, or take that back; nothing is posted in a wallet',
    tag: definition.many,
    access: { module: definition.path, action: 'edit' },
    scope: 'organisation',
    once: true,
    whileImpersonating: 'allowed',
    body: paidBody,
    answer: rowSchema(kit.registry, definition),
    handle: (call) => {
      const id = idOf(call, definition);
      const scope = scopeOf(call.session);
      const { outside } = call.body as z.infer<typeof paidBody>;
      return writeAnswer(kit, definition, call, { values: { outside }, files: {} }, async (db, writer) => {
        const policy = await lockPolicy(db, scope, id);
        if (!policy.issued) throw refuse.conflict('A draft has no premium to pay. Issue it first');
        if (policy.paidPaise > 0) throw refuse.conflict('This premium was paid from the wallet');
        const payment = outside ? 'INSURER' : 'NONE';
        if (policy.payment !== payment) await notePayment(db, writer, policy, { payment, paidPaise: 0 });
        const { json, row } = await mustRead(reads, scope, id, db);
        return {
          status: 200,
          message: outside ? 'Payment to the insurer recorded.' : 'Payment to the insurer removed.',
          data: withRights(kit.policies, definition, call.session, json),
          version: row.version,
        };
      });
    },
  });
}

/** GET /app-user-policy/{id}/cancellation: what would be refunded. Nothing is written. */
function addCancellationRoute(app: FastifyInstance, kit: CatalogueKit, { definition, reads }: Parts): void {
  addRoute(app, {
    method: 'GET',
    path: '/app-user-policy/{id}/cancellation',
    summary: 'What a cancellation from a day on would refund: the premium of the days that are left',
    tag: definition.many,
    access: { module: definition.path, action: 'view' },
    scope: 'organisation',
    query: { on: { about: 'First day without cover. Default: today', schema: { type: 'string', format: 'date' } } },
    answer: cancellationAnswer,
    handle: async (call) => {
      const scope = scopeOf(call.session);
      const id = idOf(call, definition);
      const on = String(call.query['on'] ?? indiaDay(kit.clock.now()));
      if (!isDay(on)) throw refuse.badInput({ on: 'Must be a date, like 2026-11-21' });
      const data = await transact(kit.db, scope, async (db) => {
        const { row } = await mustRead(reads, scope, id, db);
        const { paise: refundPaise, unusedDays, hasClaim } = await refundOf(db, row, on);
        const suggested = await readSuggested(db, id, scope.client === true);
        const claims = hasClaim ? 1 : 0;
        return { refundPaise, unusedDays, claims, payment: row.payment, paidPaise: row.paidPaise, suggested };
      });
      return { message: 'OK', data };
    },
  });
}
