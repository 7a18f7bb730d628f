import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { inSentence } from '#kit/contract/catalogue.ts';
import type { CatalogueParts } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { addRoute } from '#kit/server/http/route.ts';
import type { Jobs } from '#kit/server/jobs.ts';
import { addBatch, batchOf, hasTooMany, tooMany } from './batches.ts';
import { importJob } from './job.ts';
import { orderOf } from './order.ts';
import { readRowsBody } from './rows/read-body.ts';
import type { RowsBody } from './rows/read-rows.ts';
import { batchSchema, bodyLimit, startBody } from './schemas.ts';

/** How long the answer to an import too many takes. */
const refusedAfterMs = 1_000;

/** The call that stores the rows of an import and leaves the work to its job. */
export function addStartRoute(app: FastifyInstance, kit: CatalogueKit, parts: CatalogueParts, jobs: Jobs): void {
  const { definition } = parts;
  const { path, many, scope } = definition;
  const common = { tag: many, scope, access: { module: path, action: 'create' } } as const;

  addRoute(app, {
    ...common,
    method: 'POST',
    path: `/${path}/import`,
    summary: `Import rows into ${inSentence(many)}; continues in the background`,
    body: startBody,
    readBody: (content) => readRowsBody(content, 'start'),
    bodyLimit,
    once: true,
    status: 201,
    answer: batchSchema,
    long: true,
    handle: async (call) => {
      const asked = orderOf(call, parts);
      const { fileName = '', partial = false, digest } = call.body as RowsBody;
      const content = { values: { mode: asked.mode, key: asked.key, fileName, partial, rows: digest }, files: {} };
      let isOneTooMany = false;
      const answer = await writeAnswer(kit, definition, call, content, async (db, writer) => {
        isOneTooMany = await hasTooMany(db, call.session.user.id);
        if (isOneTooMany) throw tooMany();
        const id = uuidv7();
        const orgId = scope === 'organisation' ? call.session.orgId : null;
        await addBatch(db, kit, definition, { ...asked, id, orgId, fileName, partial }, writer);
        await jobs.add(db, importJob(id, orgId, call.session.user.id));
        return {
          status: 201,
          message: 'Import started.',
          data: JSON.stringify(await batchOf(db, definition, call, id)),
        };
      }).catch(async (error: unknown) => {
        // Whoever asks again at once takes no more of the machine than whoever waits: the next order of the tenant is read after this.
        if (isOneTooMany) await setTimeout(refusedAfterMs);
        throw error;
      });
      jobs.wake();
      return answer;
    },
  });
}
