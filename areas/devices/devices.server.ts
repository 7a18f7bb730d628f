import { deviceOffline } from './devices.topics.ts';
import { vehiclesReleased } from '#areas/vehicles/vehicles.server.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { on } from '#kit/server/events.ts';
import { contract } from './devices.contract.ts';
import { addHealthRoutes } from './health/health.routes.ts';
import { endInstallations } from './installations/installation-ends.store.ts';
import { addInstallationHistory } from './installations/installation-history.routes.ts';
import { addBindingRoutes } from './installations/installations.routes.ts';
import { devicePolicy } from './registry/device.policy.ts';
import { deviceDuties } from './registry/duties.store.ts';
import { offlineDevices } from './health/work.store.ts';

// What other areas may use of this one.
export { devicePurging, devicesWritten } from './devices.events.ts';
export {
  type DeviceActivity,
  lastPositionTimes,
  markAllDisconnected,
  writeDeviceActivity,
} from './health/device-live.store.ts';
export { deviceStateCounts } from './health/state-counts.store.ts';
export { updateAllDeviceStates } from './health/device-states.store.ts';
export { createUnregisteredDevices, type UnregisteredDevices } from './health/unregistered-devices.store.ts';

/** Devices, what they are built into, and how they are doing. */
export const area: AreaServer = {
  contract,
  topics: [deviceOffline],
  routes: (app, { kit }) => {
    addBindingRoutes(app, kit);
    addInstallationHistory(app, kit);
    addHealthRoutes(app, kit);
  },
  duties: deviceDuties,
  work: [offlineDevices],
  policies: () => ({ device: devicePolicy }),
  listeners: [
    // A vehicle that goes out of use, or to another owner, leaves its devices behind.
    on(vehiclesReleased, async (db, writer, { ids, reason }) => {
      await endInstallations(db, writer, { vehicles: ids }, reason);
    }),
  ],
};
