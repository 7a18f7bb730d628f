import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { vehicleCategory } from '../vehicles.contract.ts';
import { categoryWritten } from '../vehicles.events.ts';

/** Others act on what a category says of its vehicles. */
export const categoryPolicy: RowPolicy<typeof vehicleCategory> = {
  after: (db, writer, change, row) => categoryWritten.raise(db, writer, { change, row }),
};
