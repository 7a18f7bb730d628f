import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import { type CatalogueParts, ifMatchOf } from '#kit/server/catalogue/parts.ts';
import { type CatalogueKit, mustRead } from '#kit/server/catalogue/store.ts';
import { checkVersion } from '#kit/server/catalogue/write/write-checks.ts';
import { writeToRecord } from '#kit/server/catalogue/write/write-answer.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { driver } from './driver.contract.ts';
import { driverActs, type DriverAct } from './employment.contract.ts';
import { lockDriver, setOperationalStatus } from './employment.store.ts';

export const reasonText = z
  .string({ error: 'Reason is required' })
  .check(
    z.trim(),
    z.minLength(3, { error: 'Enter a reason of at least 3 characters' }),
    z.maxLength(300, { error: 'A reason can have at most 300 characters' }),
  );
const actBody = z.strictObject({ reason: reasonText });

/** What people say of a driver, beside what the papers say: on leave, suspended, left, and back again. */
export function addEmploymentRoutes(
  app: FastifyInstance,
  kit: CatalogueKit,
  parts: CatalogueParts<typeof driver>,
): void {
  const answer = rowSchema(kit.registry, driver);
  for (const act of Object.keys(driverActs) as DriverAct[])
    addRoute(app, {
      method: 'POST',
      path: `/drivers/${act}/{id}`,
      summary: driverActs[act].summary,
      tag: driver.many,
      access: { module: driver.path, action: 'edit' },
      scope: 'organisation',
      whileImpersonating: 'allowed',
      versioned: true,
      once: true,
      body: actBody,
      answer,
      handle: async (call) => {
        const { reason } = call.body as z.infer<typeof actBody>;
        return writeToRecord(kit, parts.reads, call, driverActs[act].done, async (db, scope, writer, id) => {
          await lockDriver(db, scope, id);
          const { row } = await mustRead(parts.reads, scope, id, db);
          checkVersion(ifMatchOf(call), row);
          await setOperationalStatus(db, writer, row, act, reason);
        });
      },
    });
}
