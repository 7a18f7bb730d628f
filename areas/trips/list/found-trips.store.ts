import { type FindSource, mostFound } from '#kit/server/areas/finds.ts';
import { inIndia } from '#kit/server/india-time.ts';
import { tripsOfPage, whereOf } from './trip-list.routes.ts';
import { readTripQuery } from './trip-query.ts';

/** The latest trips of a vehicle whose plate is searched for. */
export const foundTrips: FindSource = {
  module: 'vehicle-trips',
  one: 'Trip',
  fits: 'belongs',
  async find({ db, scope, places, named }) {
    const vehicles = named('vehicle');
    if (vehicles.length === 0) return [];
    const asked = readTripQuery({ vehicleId: vehicles.join(','), take: String(mostFound) });
    const where = await whereOf(db, scope, asked);
    const { rows } = await tripsOfPage({ db, scope, places }, asked, where);
    return rows.map(({ id, vehicle, startAt }) => ({
      id,
      title: `${vehicle}, ${inIndia(startAt)}`,
      to: `/vehicle-trips/${id}`,
    }));
  },
};
