import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { type CatalogueKit, catalogueReads } from '#kit/server/catalogue/store.ts';
import {
  checkSelection,
  chosenIds,
  everyRecord,
  filterOf,
  selectionShape,
} from '#kit/server/catalogue/write/bulk.routes.ts';
import { runWrite } from '#kit/server/catalogue/write/run-write.ts';
import { writerOf } from '#kit/server/history.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { alarm } from './alarm.contract.ts';
import { acknowledgeAlarms } from './acknowledge.store.ts';

const body = z.strictObject({
  ...selectionShape,
  all: everyRecord,
  /** What was found, or done. */
  note: z.optional(
    z.nullable(
      z.string({ error: 'Write a text' }).check(z.trim(), z.maxLength(1_000, { error: 'At most 1000 characters' })),
    ),
  ),
});
const answer = z.strictObject({
  /** Alarms that are acknowledged now. */
  done: z.int(),
  /** Alarms that did not wait for it, or are not there. */
  left: z.int(),
});

/** POST /alarm/acknowledge: somebody has seen to alarms, named by ids or by a filter of their list. */
export function addAcknowledge(app: FastifyInstance, kit: CatalogueKit): void {
  const reads = catalogueReads(kit, alarm);
  addRoute(app, {
    method: 'POST',
    path: `/${alarm.path}/acknowledge`,
    summary: 'Acknowledge alarms, by ids or by a filter of the list of alarms',
    tag: alarm.many,
    access: { module: alarm.path, action: 'edit' },
    scope: 'organisation',
    whileImpersonating: 'refused',
    // Ten thousand ids fill about 400 KB.
    bodyLimit: 512 * 1024,
    // What is acknowledged already stays so: doing it twice changes nothing.
    body,
    answer,
    handle: async (call) => {
      const { ids: named, filter, all, note } = call.body as z.infer<typeof body>;
      checkSelection({ ids: named, filter, all });
      const scope = scopeOf(call.session);
      const ids = await chosenIds(reads, scope, named, filterOf(call.session, alarm, filter));
      const writer = writerOf(call.session, call.request, kit.clock.now());
      const done = await runWrite(kit, call, { scope, writer, definition: alarm, input: null }, (db) =>
        acknowledgeAlarms(db, scope, writer, ids, note || null),
      );
      const message =
        done === 0
          ? 'No alarm was waiting to be acknowledged.'
          : done === 1
            ? 'Alarm acknowledged.'
            : `${done} alarms acknowledged.`;
      return { message, data: { done, left: ids.length - done } };
    },
  });
}
