import { ask } from '../call.ts';
import { unknownId } from '../routes.ts';
import type { Case, CaseMakings } from './case.ts';

/** The ways to use the calls about API keys; undefined for other routes. */
export async function integrationCases(makings: CaseMakings): Promise<Case[] | undefined> {
  return makings.pattern === 'POST /api-key' ? apiKeyCases(makings) : undefined;
}

/** A personal key, and one of an organisation. */
async function apiKeyCases({ world, harvest, caller, one }: CaseMakings): Promise<Case[]> {
  const choices = (await ask(world.test, caller, { method: 'GET', url: '/api-key/scopes' })).json.data ?? [];
  const scopes = { [choices[0]?.module ?? 'vehicle']: choices[0]?.actions.slice(0, 1) ?? ['view'] };
  const body = { name: 'Sample', scopes, days: 30 };
  const orgId = caller.worksFor ?? (await harvest.firstOf('organisation', caller)) ?? unknownId();
  return [
    one({ body: { ...body, kind: 'PERSONAL' } }),
    one({ body: { ...body, kind: 'ORGANISATION', ...(caller.kind === 'staff' ? { orgId } : {}) } }),
  ];
}
