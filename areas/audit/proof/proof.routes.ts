import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { breakKinds, type HistoryBreak, type HistoryCheck, type HistoryProof } from '#kit/contract/history.ts';
import { proofOf, startCheck } from '#kit/server/chain/check.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import type { Jobs } from '#kit/server/jobs.ts';
import { refuse } from '#kit/server/refusals.ts';
import { mayKnow } from '../history/history-filter.rules.ts';

export interface ProofKit {
  kit: CatalogueKit;
  jobs: Jobs;
  /** Where the end of the chain is noted. */
  dataDir: string;
}

const text = z.nullable(z.string());
const breakSchema: z.ZodMiniType<HistoryBreak> = z.strictObject({
  kind: z.enum(breakKinds),
  seq: z.nullable(z.int()),
  id: text,
  at: text,
  actorName: text,
  onBehalfOfName: text,
  action: text,
  module: text,
  recordId: text,
  recordTitle: text,
  detail: z.string(),
});
const checkSchema: z.ZodMiniType<HistoryCheck | null> = z.nullable(
  z.strictObject({
    state: z.enum(['running', 'whole', 'broken', 'failed']),
    startedAt: z.string(),
    finishedAt: text,
    checked: z.int(),
    total: z.int(),
    broken: z.nullable(breakSchema),
  }),
);
const proofSchema: z.ZodMiniType<HistoryProof> = z.strictObject({
  entries: z.int(),
  running: checkSchema,
  last: checkSchema,
});

/** GET and POST /history/verify: whether the chain of the history is whole, and a check of all of it. */
export function addProofRoutes(app: FastifyInstance, { kit, jobs, dataDir }: ProofKit): void {
  const common = {
    path: '/history/verify',
    tag: 'Records',
    access: { module: 'history', action: 'view' },
    scope: 'global',
    answer: proofSchema,
  } as const;
  const answer = async (call: Call) => {
    const proof = await transact(kit.db, scopeOf(call.session), proofOf);
    return { message: 'OK', data: { ...proof, last: within(call, proof.last) } };
  };

  addRoute(app, {
    ...common,
    method: 'GET',
    summary: 'Verification of the history: progress and last result',
    handle: (call) => {
      needAll(call);
      return answer(call);
    },
  });
  addRoute(app, {
    ...common,
    method: 'POST',
    summary: 'Verify the history; runs in the background, and a running verification is joined',
    handle: async (call) => {
      needAll(call);
      const { user } = call.session;
      await transact(kit.db, scopeOf(call.session), (db) => startCheck(db, jobs, dataDir, user.id, kit.clock.now()));
      jobs.wake();
      return answer(call);
    },
  });
}

/** The chain is one over all organisations. */
function needAll({ session }: Call): void {
  if (session.user.kind !== 'staff' || session.orgId !== null) throw refuse.forbidden();
}

/** A broken entry is named to everybody who may ask; what it was about to those who may see such rows. */
function within({ session }: Call, check: HistoryCheck | null): HistoryCheck | null {
  if (!check?.broken) return check;
  const { module } = check.broken;
  // Whoever works for some organisations is not told of a row that may be another's.
  if (module !== null && mayKnow(session.grants, module) && !session.orgIds) return check;
  const hidden = { actorName: null, onBehalfOfName: null, recordId: null, recordTitle: null };
  return { ...check, broken: { ...check.broken, ...hidden } };
}
