import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { createIdleMatcher, readViolation } from '#areas/speeding/speeding.server.ts';
import type { ViolationOne } from '#areas/speeding/violation-answers.contract.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import { noRecord } from '#kit/contract/history.ts';
import type { ProductParts } from '#kit/server/area.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { everything, type Queryable, transact } from '#kit/server/db/database.ts';
import { recordAct, writerOf } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute, callerOf } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { createTurns } from '#kit/server/turns/turns.ts';
import { putBundle, readBundle, readBundles } from './bundles.store.ts';
import { evidenceBundle, evidenceCheck, evidenceKey } from './evidence.contract.ts';
import { publishedKeys, rotateKey } from './keys.store.ts';
import { makeBundle, refuseUnfit } from './make-bundle.ts';
import { readBundleFile, uploadBytes } from './upload.ts';
import { verifyElsewhere } from '../bundle/verify-elsewhere.ts';

const tag = 'Evidence';
const view = { module: 'violation', action: 'view' } as const;

async function mustRead(kit: CatalogueKit, { session, params }: Call, db: Queryable): Promise<ViolationOne> {
  const id = params['id']?.toLowerCase();
  const scope = scopeOf(session);
  const found = isId(id) ? await readViolation({ db, scope, places: kit.places, now: kit.clock.now() }, id) : undefined;
  if (!found) throw refuse.notFound('Violation not found');
  return found;
}

/** Evidence bundles of violations: made, listed, fetched and checked. */
export function addEvidence(app: FastifyInstance, product: ProductParts): void {
  const { kit, sealed, clock, log } = product;
  const idle = createIdleMatcher({ db: kit.db, versions: kit.versions, clock, log });
  addRoute(app, {
    method: 'GET',
    path: '/violation/{id}/evidence',
    summary: 'Evidence bundles that were made of a violation, the latest first',
    tag,
    access: view,
    scope: 'organisation',
    answer: z.array(evidenceBundle),
    handle: async (call) => {
      const scope = scopeOf(call.session);
      const data = await transact(kit.db, scope, async (db) => {
        const { id, version } = await mustRead(kit, call, db);
        return readBundles(db, scope, id, version);
      });
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    method: 'POST',
    path: '/violation/{id}/evidence',
    summary:
      'Make the evidence bundle of a confirmed violation; of one that has not changed since there is one already',
    tag,
    access: { module: 'violation', action: 'approve' },
    scope: 'organisation',
    answer: evidenceBundle,
    deadlineMs: 10_000,
    handle: async (call) => {
      const { session, request } = call;
      const scope = scopeOf(session);
      const read = (db: Queryable, { id, version }: ViolationOne) => readBundles(db, scope, id, version);
      const { violation, known } = await transact(kit.db, scope, async (db) => {
        const violation = await mustRead(kit, call, db);
        return { violation, known: await read(db, violation) };
      });
      refuseUnfit(violation);
      const before = known.find(({ isCurrent }) => isCurrent);
      if (before) return { message: 'This bundle was made before.', data: before };
      const { content, keyId } = await makeBundle(kit, sealed, idle, violation);
      const now = kit.clock.now();
      const data = await transact(kit.db, scope, async (db) => {
        const { version, revision, id, orgId } = await mustRead(kit, call, db);
        if (version !== violation.version)
          throw refuse.conflict('This violation was recalculated meanwhile. Look at it again');
        await putBundle(db, { orgId, violationId: id, revision, version, keyId, content, now, me: session.user.id });
        await recordAct(db, writerOf(session, request, now), {
          action: 'update',
          module: 'violation',
          recordId: id,
          recordTitle: violation.vehicle,
          orgId,
          after: { evidence: `Bundle of revision ${revision} made` },
          fields: ['evidence'],
        });
        return (await read(db, violation)).find(({ isCurrent }) => isCurrent);
      });
      if (!data) throw refuse.unavailable();
      return { message: 'Evidence bundle made.', data };
    },
  });
  addRoute(app, {
    method: 'GET',
    path: '/evidence/{id}/file',
    summary: 'An evidence bundle as a zip; its history says who fetched it',
    tag,
    access: { module: 'violation', action: 'export' },
    scope: 'organisation',
    raw: ['application/zip'],
    handle: async ({ session, request, reply, params }) => {
      const id = params['id']?.toLowerCase();
      const scope = scopeOf(session);
      const now = kit.clock.now();
      const found = await transact(kit.db, scope, async (db) => {
        const bundle = isId(id) ? await readBundle(db, scope, id) : undefined;
        if (!bundle) throw refuse.notFound('Evidence bundle not found');
        await recordAct(db, writerOf(session, request, now), {
          action: 'export',
          module: 'violation',
          recordId: bundle.violationId,
          recordTitle: `Evidence ${bundle.number}`,
          orgId: bundle.orgId,
          after: { evidence: `Bundle ${bundle.number}, SHA-256 ${bundle.sha256}` },
          fields: ['evidence'],
        });
        return bundle;
      });
      reply
        .type('application/zip')
        .header('cache-control', 'no-store')
        .header('content-length', found.bytes)
        .header('content-disposition', `attachment; filename="evidence-${found.violationId}-${found.number}.zip"`);
      return found.content;
    },
  });
  addChecking(app, product);
}

/** GET /evidence-keys, POST /evidence-keys/rotate and /evidence/verify */
function addChecking(app: FastifyInstance, { kit, sealed }: ProductParts): void {
  const turns = createTurns(4, 1);
  const keys = () => transact(kit.db, everything, publishedKeys);
  addRoute(app, {
    method: 'GET',
    path: '/evidence-keys',
    summary: 'Public keys that evidence bundles are or were signed with, for whoever checks one',
    tag,
    access: 'public',
    scope: 'none',
    answer: z.array(evidenceKey),
    handle: async () => ({ message: 'OK', data: await keys() }),
  });
  addRoute(app, {
    method: 'POST',
    path: '/evidence-keys/rotate',
    summary: 'Sign with a new key from now on; bundles that were signed with the former can still be verified',
    tag,
    access: { module: 'evidence-check', action: 'approve' },
    scope: 'global',
    answer: z.array(evidenceKey),
    handle: async ({ session, request }) => {
      const now = kit.clock.now();
      await transact(kit.db, everything, async (db) => {
        await rotateKey(db, sealed, now);
        await recordAct(db, writerOf(session, request, now), {
          action: 'update',
          module: 'evidence-check',
          recordId: noRecord,
          recordTitle: 'Signing key',
          orgId: null,
          after: { evidence: 'Signing key changed' },
          fields: ['evidence'],
        });
      });
      return { message: 'Signing key changed.', data: await keys() };
    },
  });
  addRoute(app, {
    method: 'POST',
    path: '/evidence/verify',
    summary: 'Check a bundle: every part, the signature, and the verdict by its own parts. The file is not kept',
    tag,
    access: { module: 'evidence-check', action: 'view' },
    scope: 'none',
    multipart: true,
    bodyLimit: uploadBytes + 64 * 1024,
    answer: evidenceCheck,
    whileImpersonating: 'allowed',
    deadlineMs: 10_000,
    handle: async ({ request }) => {
      const { account } = callerOf(request);
      const end = await turns.take({ tenant: account, account }, 2_000);
      if (!end) throw refuse.tooMany('You check several bundles at once. Wait for one to end', 5);
      try {
        const bytes = await readBundleFile(request);
        return { message: 'OK', data: await verifyElsewhere(bytes, await keys()) };
      } finally {
        end();
      }
    },
  });
}
