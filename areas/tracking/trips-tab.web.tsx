import { useNavigate, useSearch } from '@tanstack/react-router';
import type { RecordTabProps } from '#kit/web/catalogue/record-tabs.tsx';
import { searchOf } from './trip-calls.web.ts';
import { TripList } from './trip-list.web.tsx';

const size = 25;

/** The trips of a vehicle. */
export const VehicleTrips = ({ row }: RecordTabProps) => <TripsOf query={{ vehicleId: row.id }} named={false} />;
/** The trips that a driver drove. */
export const DriverTrips = ({ row }: RecordTabProps) => <TripsOf query={{ driverId: row.id }} named />;
/** The trips that a device told of. */
export const DeviceTrips = ({ row }: RecordTabProps) => <TripsOf query={{ deviceId: row.id }} named />;

function TripsOf({ query, named }: { query: Record<string, string>; named: boolean }) {
  const navigate = useNavigate();
  const address = useSearch({ strict: false });
  const asked = searchOf(address);
  const page = Math.max(1, Number(asked.page) || 1);
  const go = (change: { sort?: string; page?: string }) =>
    void navigate({ to: '.', search: { ...address, page: undefined, ...change } as never, replace: true });
  return (
    <TripList
      query={{ ...query, ...(asked.sort ? { sort: asked.sort } : {}), skip: (page - 1) * size, take: size }}
      page={page}
      size={size}
      sort={asked.sort}
      isFiltered={false}
      named={named}
      onPage={(next) => go({ page: String(next) })}
      onSort={(sort) => go({ sort })}
    />
  );
}
