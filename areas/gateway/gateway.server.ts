import type { AreaServer } from '#kit/server/area.ts';
import { contract } from './gateway.contract.ts';
import { sweepClockSessions } from './ingest/clock-sessions.store.ts';
import { sweepDeviceAlarms } from './alarms/device-alarms.store.ts';
import { addPositionRoutes } from './positions/positions.routes.ts';

// What other areas may use of this one.
export { usualPorts } from '#telematics/protocols/index.ts';
export type { DeviceAlarm } from './alarms/device-alarm.ts';
export { alarmsSince } from './alarms/device-alarms.store.ts';
export { createClockSessions, type ClockSessions } from './ingest/clock-sessions.ts';
export { clockDuring } from './ingest/clock-sessions.store.ts';
export { createLiveFigures } from './ingest/device-activity.store.ts';
export {
  type Binding,
  bindingAt,
  createDeviceRegistry,
  type DeviceRegistry,
  type KnownDevice,
} from './ingest/device-registry.ts';
export { createIngest, type Ingest, type IngestLimits } from './ingest/ingest.ts';
export type { StoredBatch } from './ingest/stored-batch.ts';
export { createOnlyOne } from './ingest/single-process.ts';
export { ceilingOf } from './ingest/speed-ceiling.rules.ts';
export { type GatewayLimits, usualLimits } from './listeners/limits.ts';
export { type Listeners, openListeners, type Ports } from './listeners/listeners.ts';
export { type GatewayFigures, measureTracking, newFigures } from './listeners/metrics.ts';
export { createWrongPasswords } from './listeners/wrong-passwords.ts';
export { gatewayTrust } from './listeners/forwarded.ts';
export { engineData } from './positions/engine-data.ts';
export { createDays, type KeptDays } from './positions/partitions.store.ts';
export { type KeptFrame, keptFrames } from './positions/kept-frames.store.ts';
export { reread, type Reread, type RereadAsked } from './positions/reread.ts';
export { believedSpeed, flag, type Position, trackFixOf } from './positions/position.ts';

/** What devices send: positions and frames. */
export const area: AreaServer = {
  contract,
  routes: (app, { kit }) => addPositionRoutes(app, kit),
  sweeps: () => [
    { name: 'old clocks of devices', order: 185, run: sweepClockSessions },
    { name: 'old alarms of devices', order: 186, run: sweepDeviceAlarms },
  ],
};
