import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { refreshDrivers } from '#areas/documents/documents.server.ts';
import { endPeriods } from '#areas/vehicles/vehicles.server.ts';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { rowSchema } from '#kit/server/catalogue/row-schema.ts';
import { withRights } from '#kit/server/catalogue/guard.ts';
import { type CatalogueParts, idOf, ifMatchOf } from '#kit/server/catalogue/parts.ts';
import { type CatalogueKit, mustRead } from '#kit/server/catalogue/store.ts';
import { checkVersion } from '#kit/server/catalogue/write-checks.ts';
import { writeAnswer } from '#kit/server/catalogue/write-answer.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { fence } from '#kit/server/db/fence.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { driver, type DriverState } from './driver.contract.ts';
import { withdrawInvitations } from './invitation-end.ts';
import { actsIn, driverActs, type DriverAct, type SituationAct } from './situation.contract.ts';

export const reasonText = z
  .string({ error: 'Reason is required' })
  .check(
    z.trim(),
    z.minLength(3, { error: 'Give a reason of at least 3 characters' }),
    z.maxLength(300, { error: 'A reason can have at most 300 characters' }),
  );
const actBody = z.strictObject({ reason: reasonText });

/** What people say of a driver, beside what the papers say: on leave, suspended, left, and back again. */
export function addSituationRoutes(app: FastifyInstance, kit: CatalogueKit, parts: CatalogueParts): void {
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
        const id = idOf(call, driver);
        const { reason } = call.body as z.infer<typeof actBody>;
        return writeAnswer(kit, driver, call, { values: { reason }, files: {} }, async (db, writer) => {
          const scope = scopeOf(call.session);
          await lockDriver(db, scope, id);
          const { row } = await mustRead(parts.reads, scope, id, db);
          checkVersion(ifMatchOf(call), row);
          await setSituation(db, writer, row, act, reason);
          const after = await mustRead(parts.reads, scope, id, db);
          const data = withRights(kit.guards, driver, call.session, after.json);
          return { status: 200, message: driverActs[act].done, data, version: after.row.version };
        });
      },
    });
}

/** Holds other acts on a driver off until this one is done. */
export async function lockDriver(db: Queryable, scope: Scope, id: string): Promise<void> {
  const params: Param[] = [id];
  const fenced = fence('driver-lock', scope, 'd.org_id', params);
  const found = await db.query(
    `select 1 from driver d where d.id = $1 and d.deleted_at is null${fenced} for no key update`,
    params,
  );
  if (found.length === 0) throw refuse.notFound(`${driver.one} not found`);
}

/** Does an act on a driver whose row is locked, with its history, and brings what is shown of them in line. */
export async function setSituation(
  db: Queryable,
  writer: Writer,
  row: AnyRow,
  act: DriverAct,
  reason: string,
): Promise<void> {
  const { to, ends, refused }: SituationAct = driverActs[act];
  const state = row['state'] as DriverState;
  if (!actsIn(state).includes(act)) throw refuse.conflict(refused);
  await db.query(
    `update driver set situation = $2, situation_note = $3, version = version + 1, updated_at = $4, updated_by = $5 where id = $1`,
    [row.id, to, to === 'NORMAL' ? null : reason, writer.now.toISOString(), writer.actorId],
  );
  writer.touched.push(['driver', row['orgId'] as string]);
  await recordChange(db, writer, {
    action: 'update',
    module: driver.path,
    recordId: row.id,
    recordTitle: row.title,
    orgId: row['orgId'] as string,
    before: { situation: state },
    after: { situation: act, reason },
    fields: ['situation', 'reason'],
  });
  if (ends) await endPeriods(db, writer, { drivers: [row.id] }, ends);
  if (to === 'EXITED') await withdrawInvitations(db, writer, [row.id]);
  await refreshDrivers(db, writer, [row.id]);
}
