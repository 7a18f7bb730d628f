import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { mayNotDecide } from '#areas/documents/documents.server.ts';
import { type CatalogueParts, ifMatchOf } from '#kit/server/catalogue/parts.ts';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import { type CatalogueKit, mustRead } from '#kit/server/catalogue/store.ts';
import { checkVersion } from '#kit/server/catalogue/write/write-checks.ts';
import { writeToRecord } from '#kit/server/catalogue/write/write-answer.ts';
import type { Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { recordChange } from '#kit/server/history.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { medicalReport } from './medical.contract.ts';
import { driversChanged } from '../people.events.ts';

const body = z.strictObject({
  decision: z.enum(['SEEN', 'REFUSED'], { error: 'Decision must be SEEN or REFUSED' }),
  reason: z.optional(
    z
      .string({ error: 'Reason must be text' })
      .check(z.trim(), z.maxLength(500, { error: 'A reason can have at most 500 characters' })),
  ),
});

/** Whoever compared the certificate with the report says so. Only what was seen counts for the driver. */
export function addMedicalDecideRoute(
  app: FastifyInstance,
  kit: CatalogueKit,
  parts: CatalogueParts<typeof medicalReport>,
): void {
  addRoute(app, {
    method: 'POST',
    path: '/medical-report/decide/{id}',
    summary: 'Verify the certificate of a report, or reject it with a reason',
    tag: medicalReport.many,
    access: { module: medicalReport.path, action: 'approve' },
    scope: 'organisation',
    whileImpersonating: 'allowed',
    versioned: true,
    once: true,
    body,
    answer: rowSchema(kit.registry, medicalReport),
    handle: async (call) => {
      const { decision, reason = '' } = call.body as z.infer<typeof body>;
      if (decision === 'REFUSED' && reason.length < 3) throw refuse.badInput({ reason: 'Enter a reason' });
      const message = decision === 'SEEN' ? 'Certificate verified.' : 'Certificate rejected.';
      return writeToRecord(kit, parts.reads, call, message, async (db, scope, writer, id) => {
        const params: Param[] = [id];
        const tenantSql = tenantFilter('medical-decide', scope, 'm.org_id', params);
        const locked = await db.query(
          `select 1 from medical_report m where m.id = $1 and m.deleted_at is null${tenantSql} for no key update`,
          params,
        );
        if (locked.length === 0) throw refuse.notFound('Medical report not found');
        const { row } = await mustRead(parts.reads, scope, id, db);
        checkVersion(ifMatchOf(call), row);
        const why = decision === 'SEEN' ? mayNotDecide(call.session, [row.createdBy, row.updatedBy]) : null;
        if (why) throw refuse.conflict(why);
        const before = row.reviewState;
        // What was seen may turn out wrong later; what was refused is sent anew.
        if (before === decision || before === 'REFUSED') throw refuse.conflict('This has already been reviewed');
        if (decision === 'SEEN' && !row.certificate)
          throw refuse.conflict('There is no certificate to review. Upload it first', {
            certificate: 'Certificate is required',
          });
        await db.query(
          `update medical_report set review_state = $2, reviewed_at = $3, review_reason = $4, version = version + 1 where id = $1`,
          [id, decision, writer.now.toISOString(), reason || null],
        );
        writer.touched.push(['medical_report', row.orgId]);
        await recordChange(db, writer, {
          action: 'update',
          module: medicalReport.path,
          recordId: id,
          recordTitle: row.title,
          orgId: row.orgId,
          before: { reviewState: before },
          after: { reviewState: decision, ...(reason ? { reviewReason: reason } : {}) },
          fields: ['reviewState', 'reviewReason'],
        });
        await driversChanged.raise(db, writer, [row.driverId]);
      });
    },
  });
}
