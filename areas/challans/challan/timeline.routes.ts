import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { idOf } from '#kit/server/catalogue/parts.ts';
import { transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Desk } from './acting.ts';
import { challan } from './challan.contract.ts';
import { challanTurn } from './challan-answers.contract.ts';
import { findChallan, turnsOf } from './challans.store.ts';
import { letterFacts, letterKinds, letterPaper, refuseLetter } from './letters.ts';

/** GET /challan/timeline/{id}: what became of a challan, oldest first. */
export function addTimeline(app: FastifyInstance, { kit }: Desk): void {
  addRoute(app, {
    method: 'GET',
    path: '/challan/timeline/{id}',
    summary: 'What became of a challan, oldest first; clients are not told which member of the staff it was',
    tag: challan.many,
    access: { module: challan.path, action: 'view' },
    scope: 'organisation',
    answer: z.array(challanTurn),
    handle: async (call) => {
      const scope = scopeOf(call.session);
      const data = await transact(kit.db, scope, async (db) =>
        turnsOf(db, await findChallan(db, scope, idOf(call, challan)), scope.client === true),
      );
      return { message: 'OK', data };
    },
  });
}

/** GET /challan/letter/{id}/{kind}: letters about company notices, as PDF. */
export function addLetters(app: FastifyInstance, { kit }: Desk): void {
  addRoute(app, {
    method: 'GET',
    path: '/challan/letter/{id}/{kind}',
    summary: `A letter about a company notice as PDF: ${letterKinds.join(', ')}`,
    tag: challan.many,
    access: { module: challan.path, action: 'view' },
    scope: 'organisation',
    raw: ['application/pdf'],
    deadlineMs: 10_000,
    handle: async (call) => {
      const scope = scopeOf(call.session);
      const kind = letterKinds.find((one) => one === call.params['kind']);
      if (!kind) throw refuse.notFound('There is no such letter');
      const { row, facts } = await transact(kit.db, scope, async (db) => {
        const row = await findChallan(db, scope, idOf(call, challan));
        refuseLetter(kind, row);
        return { row, facts: await letterFacts(db, row) };
      });
      call.reply
        .header('content-disposition', `attachment; filename="${kind}-${row.challanNo}.pdf"`)
        .header('cache-control', 'private, no-cache')
        .type('application/pdf');
      return letterPaper(kind, row, facts, kit.clock.now());
    },
  });
}
