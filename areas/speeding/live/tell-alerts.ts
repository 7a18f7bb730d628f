import type { Hub } from '#kit/server/live/hub.ts';
import type { Relay } from '#kit/server/live/relay.ts';
import { speedingTopic, type ToldAlert } from '../alert.contract.ts';
import type { RaisedAlert } from './alerts.store.ts';

export const toldOf = ({ id, ended, vehicleId, orgId, road, run }: RaisedAlert, vehicle: string): ToldAlert => ({
  id,
  state: ended === null ? 'OPEN' : 'ENDED',
  vehicleId,
  vehicle,
  orgId,
  road,
  peakKmh: run.peak.speedKmh,
  limitKmh: run.peak.limit.limitKmh,
});

/** Tells open browsers of those who may see speeding of the organisation, here and at other processes. */
export function tellAlerts(live: Pick<Hub, 'publish'>, relay: Relay, alerts: readonly ToldAlert[]): void {
  if (alerts.length === 0) return;
  publish(live, alerts);
  if (relay.isShared) relay.tell(speedingTopic, Buffer.from(JSON.stringify(alerts)));
}

/** Hears what other processes tell. */
export const hearAlerts = (live: Pick<Hub, 'publish'>, relay: Relay): (() => void) =>
  relay.hear(speedingTopic, (bytes) => publish(live, JSON.parse(Buffer.from(bytes).toString('utf8')) as ToldAlert[]));

function publish(live: Pick<Hub, 'publish'>, alerts: readonly ToldAlert[]): void {
  for (const alert of alerts)
    live.publish(
      speedingTopic,
      { organisations: [alert.orgId], right: { module: 'violation', action: 'view' } },
      alert.id,
      alert,
    );
}
