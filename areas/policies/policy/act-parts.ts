import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { vehicle } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { type CatalogueParts, idOf, ifMatchOf } from '#kit/server/catalogue/parts.ts';
import { withRights } from '#kit/server/catalogue/policy.ts';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import { type CatalogueKit, mustRead } from '#kit/server/catalogue/store.ts';
import { lockRows } from '#kit/server/catalogue/write/lock-rows.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { checkVersion } from '#kit/server/catalogue/write/write-checks.ts';
import type { Input } from '#kit/server/catalogue/write/write-values.ts';
import type { Queryable, Scope } from '#kit/server/db/database.ts';
import { fieldMessages } from '#kit/contract/input.ts';
import { readMultipart } from '#kit/server/files/multipart.ts';
import type { Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
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
  /** Files that came with it. */
  files: Input['files'];
  locked: LockedPolicy;
  row: RowOf<typeof appUserPolicy>;
}

interface Act<Said> {
  /** Last part of its address. */
  name: 'cancel' | 'endorse' | 'reinstate';
  summary: string;
  body: z.ZodMiniType<Said>;
  /** Fields of the policy whose files may come with it, as multipart; lists and objects of the body are then JSON. */
  files?: readonly 'document'[];
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
  { name, summary, body, files: taken = [], locksVehicle, work }: Act<Said>,
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
    multipart: taken.length > 0,
    answer: rowSchema(kit.registry, definition),
    handle: async (call) => {
      const id = idOf(call, definition);
      const isForm = taken.length > 0 && call.request.isMultipart();
      const { said, files } = isForm
        ? await readForm(kit, definition, call, { body, taken })
        : { said: call.body as Said, files: {} };
      const scope = scopeOf(call.session);
      return writeAnswer(kit, definition, call, { values: { ...said }, files }, async (db, writer) => {
        if (locksVehicle) {
          const { row: seen } = await mustRead(reads, scope, id, db);
          const params = [[seen.vehicleId], seen.orgId];
          await lockRows(db, vehicle, { strength: 'no key update' }, ' and t.org_id = $2', params);
        }
        const locked = await lockPolicy(db, scope, id);
        const { row } = await mustRead(reads, scope, id, db);
        checkVersion(ifMatchOf(call), row);
        const { message, warnings } = await work({ call, db, scope, writer, id, said, files, locked, row });
        const { json, row: after } = await mustRead(reads, scope, id, db);
        const data = withRights(kit.policies, definition, call.session, json);
        return { status: 200, message, data, version: after.version, warnings };
      });
    },
  });
}

/** What is said as multipart, with the files that came. @throws 400 */
async function readForm<Said>(
  kit: CatalogueKit,
  definition: Parts['definition'],
  { request, session }: Call,
  { body, taken }: { body: z.ZodMiniType<Said>; taken: readonly 'document'[] },
): Promise<{ said: Said; files: Input['files'] }> {
  const fields = Object.fromEntries(taken.map((name) => [name, definition.fields[name]]));
  const who = { orgId: session.orgId, actorId: session.user.id };
  const sent = await readMultipart(request, { ...definition, fields } as AnyCatalogue, kit.files, who);
  const files = Object.fromEntries(Object.entries(sent.files).filter(([, file]) => file !== null));
  const parsed = body.safeParse(
    Object.fromEntries(Object.entries(sent.values).map(([name, value]) => [name, unpacked(value)])),
  );
  if (!parsed.success) throw refuse.badInput(fieldMessages(parsed.error));
  return { said: parsed.data, files };
}

/** An object that came as JSON; what is none stays the text that it is. */
function unpacked(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('{')) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
