import { randomUUID } from 'node:crypto';
import { newBrowser } from '#areas/notifications/testing/push-service.ts';
import { ask } from '../call.ts';
import { unknownId } from '../routes.ts';
import type { Case, CaseMakings } from './case.ts';

/** The ways to use the calls about API keys, webhooks, calendar links and browsers; undefined for other routes. */
export async function integrationCases(makings: CaseMakings): Promise<Case[] | undefined> {
  const { world, pattern, url, one } = makings;
  switch (pattern) {
    case 'POST /api-key':
      return apiKeyCases(makings);
    case 'POST /calendar/feed':
      return [one({ body: { name: `Sample ${randomUUID()}` } })];
    case 'PUT /notification/browser':
      // Nothing listens there.
      return [one({ body: newBrowser(`https://${makings.caller.accountId}.example.invalid`).body })];
    case 'POST /webhook':
    case 'PUT /webhook/{id}':
      return webhookCases(makings);
    case 'POST /webhook/{id}/again/{messageId}': {
      const id = url.split('/')[2] ?? '';
      const [message] = await world.behind.query<{ id: string }>(
        'select id from webhook_message where webhook_id = $1',
        [id],
      );
      return [one({ url: `/webhook/${id}/again/${message?.id ?? unknownId()}` })];
    }
  }
  return undefined;
}

/** The organisation that staff name, and clients do not. */
async function ofWhom({ harvest, caller }: CaseMakings): Promise<{ orgId?: string }> {
  if (caller.kind === 'client') return {};
  return { orgId: caller.worksFor ?? (await harvest.firstOf('organisation', caller)) ?? unknownId() };
}

/** A personal key, and one of an organisation. */
async function apiKeyCases(makings: CaseMakings): Promise<Case[]> {
  const { world, caller, one } = makings;
  const choices = (await ask(world.test, caller, { method: 'GET', url: '/api-key/scopes' })).json.data ?? [];
  const scopes = { [choices[0]?.module ?? 'vehicle']: choices[0]?.actions.slice(0, 1) ?? ['view'] };
  const body = { name: 'Sample', scopes, days: 30 };
  return [
    one({ body: { ...body, kind: 'PERSONAL' } }),
    one({ body: { ...body, kind: 'ORGANISATION', ...(await ofWhom(makings)) } }),
  ];
}

/** Whoever is told of challans must be allowed to look at them. Nothing listens at the address. */
async function webhookCases(makings: CaseMakings): Promise<Case[]> {
  const body = { name: 'Sample', url: 'https://hooks.example.invalid/x', events: ['challan.paid'] };
  const more = makings.pattern.startsWith('PUT') ? { isOn: true } : await ofWhom(makings);
  return [makings.one({ body: { ...body, ...more } })];
}
