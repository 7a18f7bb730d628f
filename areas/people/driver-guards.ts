import { refreshDrivers, reviewAgain } from '#areas/documents/documents.server.ts';
import type { RowGuard } from '#kit/server/catalogue/guard.ts';

export const driverGuard: RowGuard = {
  async afterMany(db, writer, changes, rows) {
    await reviewAgain(db, writer, 'driver', changes, rows);
    const left = rows.filter((_, at) => changes[at]?.action !== 'purge');
    await refreshDrivers(
      db,
      writer,
      left.map(({ id }) => id),
    );
  },
};

export const medicalReportGuard: RowGuard = {
  async afterMany(db, writer, _, rows) {
    await refreshDrivers(
      db,
      writer,
      rows.map((row) => row['driverId'] as string),
    );
  },
};
