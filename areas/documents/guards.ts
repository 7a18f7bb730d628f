import type { RowGuard } from '#kit/server/catalogue/guard.ts';
import { refreshDrivers, refreshVehicles } from './standing.ts';

const ids = (rows: readonly Record<string, unknown>[], name: string) =>
  rows.flatMap((row) => (typeof row[name] === 'string' ? [row[name]] : []));

export const vehicleKycDocGuard: RowGuard = {
  async afterMany(db, writer, _, rows) {
    await refreshVehicles(db, writer, ids(rows, 'vehicleId'));
    await refreshDrivers(db, writer, ids(rows, 'driverId'));
  },
};
