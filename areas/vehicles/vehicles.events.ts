import type { RowOf } from '#kit/contract/rows.ts';
import type { RowChange } from '#kit/server/catalogue/policy.ts';
import { areaEvent } from '#kit/server/events.ts';
import type { vehicle } from './vehicle/vehicle.contract.ts';
import type { vehicleCategory } from './vehicles.contract.ts';

/** Vehicles whose facts changed, however that came: their compliance status may be another. */
export const vehiclesChanged = areaEvent<readonly string[]>('vehicles changed');

/** Vehicles written through their catalogue: the changes with the rows as they are now, in the same order. */
export const vehiclesWritten = areaEvent<{
  changes: readonly RowChange<typeof vehicle>[];
  rows: readonly RowOf<typeof vehicle>[];
}>('vehicles written');

/** A category written through its catalogue, as it is now. */
export const categoryWritten = areaEvent<{
  change: RowChange<typeof vehicleCategory>;
  row: RowOf<typeof vehicleCategory>;
}>('vehicle category written');

/** Vehicles that went out of use or to another owner: whatever was installed or assigned until now ends. */
export const vehiclesReleased = areaEvent<{ ids: readonly string[]; reason: string }>('vehicles released');

/** A vehicle that is about to be deleted permanently; a handler may refuse. */
export const vehiclePurging = areaEvent<RowOf<typeof vehicle>>('vehicle purging');

/** Drivers whose assignments were touched, and why where there is a reason: another vehicle may be theirs now, or none. */
export interface DriversTurned {
  drivers: readonly string[];
  reason: string | undefined;
}
export const driversTurned = areaEvent<DriversTurned>('assignments of drivers touched');

/** A driver who is about to be assigned to a vehicle, both locked; a handler may refuse. */
export const driverAssigning = areaEvent<{
  vehicle: { id: string; title: string };
  driver: { id: string; title: string };
  from: Date;
}>('driver assigning');

/** Vehicle groups that vehicles were added to or removed from. */
export const groupsFilled = areaEvent<{ groups: readonly string[] }>('vehicle groups filled', true);
