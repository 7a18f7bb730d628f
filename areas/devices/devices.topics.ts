import { indiaDay } from '#kit/contract/days.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { publish } from '#kit/server/notify/publish.ts';
import type { Topic } from '#kit/server/notify/topic.ts';
import language from './devices-notices.en.json' with { type: 'json' };

export const deviceOffline: Topic = {
  key: 'device-offline',
  texts: language.notices['device-offline'],
  module: 'device',
  severity: 'warning',
  channels: { client: ['app'] },
};

/** So many are named; more of one organisation fall silent together when something else is wrong. */
const mostNamed = 3;

/** Tells those who look after devices of an organisation which have just been offline for a day, all of them at once. */
export async function publishOffline(
  db: Queryable,
  now: Date,
  orgId: string,
  devices: readonly { id: string; identifier: string }[],
): Promise<void> {
  const [first] = devices;
  if (!first) return;
  const named = devices.slice(0, mostNamed).map(({ identifier }) => identifier);
  const more = devices.length - named.length;
  await publish(db, now, {
    topic: deviceOffline,
    orgId,
    to: { module: 'device', action: 'edit' },
    params: { devices: more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ') },
    link: devices.length === 1 ? `/device/${first.id}` : '/device?state=LONG_OFFLINE',
    ...(devices.length === 1 ? { record: { module: 'device', id: first.id } } : {}),
    onceKey: `device-offline:${first.id}:${indiaDay(now)}`,
  });
}
