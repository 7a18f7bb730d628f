import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { TripList } from './trip-list.tsx';

/** The trips of a vehicle. */
export const VehicleTrips = ({ row }: RecordTabProps) => <TripsOf query={{ vehicleId: row.id }} named={false} />;
/** The trips that a driver drove. */
export const DriverTrips = ({ row }: RecordTabProps) => <TripsOf query={{ driverId: row.id }} named />;
/** The trips that a device told of. */
export const DeviceTrips = ({ row }: RecordTabProps) => <TripsOf query={{ deviceId: row.id }} named />;

const TripsOf = (props: { query: Record<string, string>; named: boolean }) => (
  <TripList {...props} address={useListAddress(['sort'])} isFiltered={false} />
);
