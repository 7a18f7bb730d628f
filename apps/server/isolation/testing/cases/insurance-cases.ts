import { unknownId } from '../routes.ts';
import type { Case, CaseMakings } from './case.ts';

/** The ways to use calls of insurance that their schemas do not tell; undefined for other routes. */
export async function insuranceCases(makings: CaseMakings): Promise<Case[] | undefined> {
  const { world, harvest, caller, pattern, url, one } = makings;
  switch (pattern) {
    case 'POST /{catalogue}/reinstate/{id}':
      return [one({ body: { reason: 'Cancelled by mistake' } })];
    case 'POST /{catalogue}/paid/{id}':
      return [one({ body: { outside: true } }), one({ body: { outside: false } })];
    case 'POST /{catalogue}/pay/{id}':
      return [one({ body: { walletId: (await harvest.firstOf('wallet', caller)) ?? unknownId(), amountPaise: 100 } })];
    case 'POST /{catalogue}/refund/{id}':
      return [one({ body: { amountPaise: 100, note: 'A sample' } })];
    case 'POST /{catalogue}/remind': {
      const ids = await harvest.recordsOf('app-user-policy', caller, 2);
      return [one({ body: { ids: ids.length > 0 ? ids : [unknownId()] } })];
    }
  }
  if (pattern === 'GET /tp-premium') return [one({ url: `${url}?cls=private_car&value=1200` })];
  const isCancel = pattern === 'POST /{catalogue}/cancel/{id}';
  if (!isCancel && pattern !== 'POST /{catalogue}/endorse/{id}') return undefined;
  const [row] = await world.behind.query<{ day: string }>(
    'select tp_from::text as day from app_user_policy where id = $1',
    [url.split('/').at(-1) ?? ''],
  );
  const on = row?.day ?? '2026-01-15';
  const reason = 'Agreed with the insurer';
  return [
    isCancel
      ? one({ body: { cancelledOn: on, reason } })
      : one({ body: { effectiveOn: on, reason, changes: { nominee: `Nominee of ${url.slice(-6)}` } } }),
  ];
}
