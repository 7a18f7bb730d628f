import type { Case, CaseMakings } from './case.ts';

/** The ways to use calls of insurance that their schemas do not tell; undefined for other routes. */
export async function insuranceCases({ world, pattern, url, one }: CaseMakings): Promise<Case[] | undefined> {
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
