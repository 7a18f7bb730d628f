import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { vehicle } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { type CatalogueParts, idOf, ifMatchOf } from '#kit/server/catalogue/parts.ts';
import { withRights } from '#kit/server/catalogue/policy.ts';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import { type CatalogueKit, mustRead } from '#kit/server/catalogue/store.ts';
import { lockRows } from '#kit/server/catalogue/write/lock-rows.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { checkVersion } from '#kit/server/catalogue/write/write-checks.ts';
import type { Queryable, Scope } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { type LockedPolicy, lockPolicy } from '../payment/paid.store.ts';
import type { appUserPolicy } from './policy.contract.ts';

export type Parts = CatalogueParts<typeof appUserPolicy>;
export const reason = z
  .string({ error: 'Enter a reason' })
  .check(
    z.trim(),
    z.minLength(1, { error: 'Enter a reason' }),
    z.minLength(3, { error: 'Enter at least 3 characters' }),
    z.maxLength(300, { error: 'At most 300 characters' }),
  );

/** What an act has at hand: the policy, locked until the transaction ends, as it is read behind the lock. */
export interface Acting<Said> {
  call: Call;
  db: Queryable;
  scope: Scope;
  writer: Writer;
  id: string;
  said: Said;
  locked: LockedPolicy;
  row: RowOf<typeof appUserPolicy>;
}

interface Act<Said> {
  /** Last part of its address. */
  name: 'cancel' | 'endorse' | 'reinstate';
  summary: string;
  body: z.ZodMiniType<Said>;
  /** It may give cover: whoever writes policies of the vehicle takes turns, as when one is added. */
  locksVehicle?: true;
  work: (given: Acting<Said>) => Promise<{ message: string; warnings?: readonly string[] | undefined }>;
}

/**
 * POST /app-user-policy/{act}/{id}: what happens to an issued policy besides a correction, in one transaction with its history. Answers
 * with the policy as it is afterwards.
 */
export function addAct<Said extends Record<string, unknown>>(
  app: FastifyInstance,
  kit: CatalogueKit,
  { definition, reads }: Parts,
  { name, summary, body, locksVehicle, work }: Act<Said>,
): void {
  addRoute(app, {
    method: 'POST',
    path: `/app-user-policy/${name}/{id}`,
    summary,
    tag: definition.many,
    access: { module: definition.path, action: 'edit' },
    scope: 'organisation',
    once: true,
    versioned: true,
    whileImpersonating: 'allowed',
    body,
    answer: rowSchema(kit.registry, definition),
    handle: async (call) => {
      const id = idOf(call, definition);
      const said = call.body as Said;
      const scope = scopeOf(call.session);
      return writeAnswer(kit, definition, call, { values: { ...said }, files: {} }, async (db, writer) => {
        if (locksVehicle) {
          const { row: seen } = await mustRead(reads, scope, id, db);
          const params = [[seen.vehicleId], seen.orgId];
          await lockRows(db, vehicle, { strength: 'no key update' }, ' and t.org_id = $2', params);
        }
        const locked = await lockPolicy(db, scope, id);
        const { row } = await mustRead(reads, scope, id, db);
        checkVersion(ifMatchOf(call), row);
        const { message, warnings } = await work({ call, db, scope, writer, id, said, locked, row });
        const { json, row: after } = await mustRead(reads, scope, id, db);
        const data = withRights(kit.policies, definition, call.session, json);
        return { status: 200, message, data, version: after.version, warnings };
      });
    },
  });
}
