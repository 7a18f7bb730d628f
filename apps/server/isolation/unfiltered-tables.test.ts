import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogue } from '#kit/contract/catalogue.ts';
import { ref, text } from '#kit/contract/fields.ts';
import { organisation } from '#areas/people/people.contract.ts';
import { draftTable } from '#tools/database/draft-sql.ts';
import { ask } from './testing/call.ts';
import { answersOf, readFindings } from './testing/leaks.ts';
import { buildOrganisation, type Organisation } from './testing/organisation.ts';
import { readsOf } from './testing/reads.ts';
import { canariesOf } from './testing/scan.ts';
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
