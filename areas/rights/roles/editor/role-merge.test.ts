import { expect, test } from 'vitest';
import type { Action } from '#kit/contract/rights.ts';
import type { RolePermission } from '../../permissions.contract.ts';
import { changedFields, chooseOf, mergeRole, type RoleVersion } from './role-merge.web.ts';

const all: Action[] = ['view', 'create', 'edit', 'delete'];
const holding = (module: string, actions: Action[]): RolePermission => ({
  moduleId: module,
  key: module,
  name: module.toUpperCase(),
  parentId: null,
  status: 1,
  offered: all,
  clients: all,
  actions,
  mine: all,
});
const version = (faqs: Action[], routes: Action[], more: Partial<RoleVersion> = {}): RoleVersion => ({
  name: 'Support',
  audience: 'staff',
  rowScope: 'ALL',
  description: null,
  permissions: [holding('faq', faqs), holding('route', routes)],
  ...more,
});
const { permissions: _, ...facts } = version([], []);

test('what only one side changed of a role is kept, and nothing is asked', () => {
  const base = version(['view'], ['view']);
  const theirs = version(['view', 'edit'], ['view'], { description: 'Theirs' });
  const merge = mergeRole(base, theirs, { ...facts, name: 'Mine' }, new Map([['route create', true]]));
  expect(merge.asked).toEqual({ facts: [], modules: [] });
  expect(merge.facts).toEqual({ ...facts, name: 'Mine', description: 'Theirs' });
  expect(merge.taken).toEqual(['description', 'permissions']);
  expect(changedFields(base, theirs)).toEqual(['description', 'permissions']);
  expect(changedFields(base, base)).toEqual([]);
});

test('a fact that both changed to something else is asked for, and neither wins by itself', () => {
  const theirs = version([], [], { name: 'Theirs', rowScope: 'OWN_RTO' });
  const merge = mergeRole(version([], []), theirs, { ...facts, name: 'Mine', rowScope: 'OWN_RTO' }, new Map());
  expect(merge.asked.facts).toEqual(['name']);
  expect(chooseOf(merge, theirs, new Set()).facts).toMatchObject({ name: 'Mine', rowScope: 'OWN_RTO' });
  expect(chooseOf(merge, theirs, new Set(['name'])).facts.name).toBe('Theirs');
});

test('a module in which both changes do not go together is asked for as a whole', () => {
  const base = version(['view'], ['view', 'edit']);
  // They take the view of FAQs away, and add something to the module whose view is taken here.
  const theirs = version([], ['view', 'edit', 'delete']);
  const mine = new Map([
    ['faq edit', true],
    ['route view', false],
    ['route edit', false],
  ]);
  const merge = mergeRole(base, theirs, facts, mine);
  expect(merge.asked.modules).toEqual([
    { moduleId: 'faq', name: 'FAQ', mine: ['view', 'edit'], theirs: [] },
    { moduleId: 'route', name: 'ROUTE', mine: [], theirs: ['view', 'edit', 'delete'] },
  ]);
  const { changes } = chooseOf(merge, theirs, new Set(['route']));
  expect(Object.fromEntries(changes)).toEqual({
    'faq view': true,
    'faq create': false,
    'faq edit': true,
    'faq delete': false,
  });
});
