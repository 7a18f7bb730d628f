import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogue } from '#kit/contract/catalogue.ts';
import { ref, text } from '#kit/contract/fields.ts';
import { organisation } from '#areas/people/people.contract.ts';
import { transact } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { draftTable } from '#tools/database/draft-sql.ts';
import { ask } from './testing/call.ts';
import type { Caller } from './testing/callers.ts';
import { answersOf, readFindings } from './testing/leaks.ts';
import { buildOrganisation, type Organisation } from './testing/organisation.ts';
import { readsOf } from './testing/reads.ts';
import { nameOf } from './testing/routes.ts';
import { type Canaries, canariesOf } from './testing/scan.ts';
import { type Finding, sweep } from './testing/sweep.ts';
import { startWorld, type World } from './testing/world.ts';

/** Its rows say whose they are, but it does not say that they are an organisation's: neither fence nor row security is there. */
const tollTag = catalogue('toll-tag', {
  one: 'Toll tag',
  many: 'Toll tags',
  icon: 'car',
  group: 'group-fleet',
  about: 'Tags that pay at the barrier.',
  fields: {
    name: text({ label: 'Number', list: true, search: true }),
    clientId: ref('organisation', { label: 'Client', list: true, filter: true }),
  },
});

let world: World;
let own: Organisation;
let other: Organisation;
beforeAll(async () => {
  const sql = draftTable(tollTag, { tables: new Map([[organisation.path, organisation.base]]), tenantSql: new Set() });
  world = await startWorld({ catalogues: [tollTag], sql });
  own = await buildOrganisation(world, 'ZQAlpha');
  other = await buildOrganisation(world, 'ZQBravo');
}, 120_000);
afterAll(() => world?.close());

test('a catalogue that keeps nothing apart is caught by what others’ people read', async () => {
  const add = async (of: Organisation, name: string) => {
    const body = { name: `${of.mark} ${name}`, clientId: of.id };
    expect((await ask(world.test, world.admin, { method: 'POST', url: '/toll-tag', body })).status).toBe(201);
  };
  await add(own, 'tag');
  const reads = (await readsOf(world, own.keeper, 'whole')).filter(({ url }) => url.startsWith('/toll-tag'));
  const before = await answersOf(world, own.keeper, reads);
  const none = await canariesOf(world, other);
  expect([...readFindings(before, before, none, own.keeper)]).toEqual([]);
  await add(other, 'tag');
  const after = await answersOf(world, own.keeper, reads);
  const findings = [...readFindings(before, after, await canariesOf(world, other), own.keeper)];
  expect(new Set(findings.map(({ check }) => check))).toEqual(new Set(['canary in a read', 'a read changed']));
  expect(findings.filter(({ route }) => /^GET \/toll-tag(\?option=true)? /.test(route)).length).toBeGreaterThanOrEqual(
    4,
  );
});

/** Puts ids into the one place of a path, as somebody. */
async function findingsOf(caller: Caller, canaries: Canaries): Promise<{ findings: Finding[]; calls: number }> {
  const findings: Finding[] = [];
  const counts = { calls: 0, slots: 0 };
  const takes = (step: string) => step === 'GET /vehicle/{id} 0 {id}';
  for await (const one of sweep({ world, own, caller, canaries, width: 'narrow', counts, takes })) findings.push(one);
  return { findings, calls: counts.calls };
}

test('ids of whatever table are caught where a route looks one up without a fence, though for one role only', async () => {
  const canaries = await canariesOf(world, other);
  const spec = world.test.product.specs.find((one) => nameOf(one) === 'GET /vehicle/{id}');
  const viewer = own.callers.find(({ role }) => role === 'Client viewer');
  if (!spec || !viewer) throw new Error('Nobody looks at vehicles');
  const { handle } = spec;
  const sound = await findingsOf(viewer, canaries);
  expect(sound.findings).toEqual([]);
  // What is for staff alone is found by no client, with a fence or without: row security keeps it.
  const ofStaff = new Set(world.definitions.filter(({ staffOnly }) => staffOnly).map(({ base }) => base));
  const kinds = Object.keys(canaries.byTable).filter((kind) => !ofStaff.has(kind));
  expect(ofStaff.size).toBeGreaterThan(0);
  // What no statement of the call could meet is left out, and that is more than half.
  expect(sound.calls).toBeLessThan(kinds.length);
  const unnoticed: string[] = [];
  try {
    for (const kind of kinds) {
      spec.handle = async (call) => {
        const { db } = world.test.product;
        const isViewer = call.session.user.id === viewer.accountId;
        const found = isViewer
          ? await transact(db, { orgId: other.id }, (db) =>
              db.query(`select 1 from ${kind} where id = $1`, [call.params['id'] ?? '']),
            )
          : [];
        if (found.length > 0) throw refuse.conflict('There is something else of that name');
        return handle(call);
      };
      const { findings } = await findingsOf(viewer, canaries);
      if (!findings.some(({ check }) => check === 'another answer by {id}')) unnoticed.push(kind);
      if (kind === kinds[0]) expect((await findingsOf(own.keeper, canaries)).findings).toEqual([]);
    }
  } finally {
    spec.handle = handle;
  }
  expect(kinds.length).toBeGreaterThan(20);
  expect(unnoticed).toEqual([]);
}, 120_000);
