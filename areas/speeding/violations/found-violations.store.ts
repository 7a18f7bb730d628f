import { type FindSource, mostFound } from '#kit/server/areas/finds.ts';
import { inIndia } from '#kit/server/india-time.ts';
import { readViolationQuery } from './violation-query.ts';
import { readViolations } from './violations.store.ts';

/** The latest violations of a vehicle whose plate is searched for. */
export const foundViolations: FindSource = {
  module: 'violation',
  one: 'Violation',
  fits: 'belongs',
  async find({ db, scope, session, places, now, named }) {
    const vehicles = named('vehicle');
    if (vehicles.length === 0) return [];
    const { read, terms } = readViolationQuery({ vehicleId: vehicles.join(',') }, session.user.id, now);
    const rows = await readViolations({ db, scope, places, now }, { terms, params: read.params, take: mostFound });
    return rows.map(({ id, vehicle, fromAt }) => ({
      id,
      title: `${vehicle}, ${inIndia(fromAt)}`,
      to: `/violation/${id}`,
    }));
  },
};
