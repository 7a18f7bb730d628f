import { IconDownload } from '@tabler/icons-react';
import { ref } from '#kit/contract/fields.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { FilterBar } from '#kit/web/list/filter-bar.tsx';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { DayField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { PageTitle } from '#kit/web/ui/parts.tsx';
import { RefFilter } from '#kit/web/ui/ref-filter.tsx';
import { exportTrips, tripNames, useTrips } from '../trips.queries.ts';
import { TripList } from './trip-list.tsx';
import { tripStates } from '../trip-answers.contract.ts';

const vehicle = ref('vehicle', { label: 'Vehicle' });
const driver = ref('drivers', { label: 'Driver' });
const organisation = ref('organisation', { label: 'Organisation' });

/** Every trip, the latest first. */
export function Trips() {
  const t = useT();
  const can = useCan();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const address = useListAddress(tripNames);
  const { ask, field, filters, rows } = address;
  const { sort: _, ...chosen } = filters;
  const isFiltered = Object.keys(chosen).length > 0;
  const { count, positionDays } = useTrips({ ...filters, ...rows }).data ?? {};
  const sub = count === undefined ? ' ' : t('trips.count', { count, number: formatNumber(count) });
  return (
    <>
      <PageTitle
        title={t('trips.title')}
        sub={
          <>
            <bdi>{sub}</bdi>
            {positionDays ? (
              <>
                {' · '}
                <bdi>{t('trips.positionDays', { count: positionDays })}</bdi>
              </>
            ) : null}
          </>
        }
      >
        {can('vehicle-trips', 'export') ? (
          <button type="button" className="btn g" disabled={count === 0} onClick={() => void exportTrips(chosen)}>
            <IconDownload className="i s" aria-hidden="true" />
            {t('records.exportCsv')}
          </button>
        ) : null}
      </PageTitle>
      <FilterBar filters={chosen} onClear={address.clear}>
        {can('vehicle', 'view') ? (
          <RefFilter field={vehicle} value={filters.vehicleId} onChange={(vehicleId) => ask({ vehicleId })} />
        ) : null}
        {can('drivers', 'view') ? (
          <RefFilter field={driver} value={filters.driverId} onChange={(driverId) => ask({ driverId })} />
        ) : null}
        {isStaff && can('organisation', 'view') ? (
          <RefFilter field={organisation} value={filters.orgId} onChange={(orgId) => ask({ orgId })} />
        ) : null}
        <DayField label={t('records.from')} {...field('from')} />
        <DayField label={t('records.to')} {...field('to')} />
        <SelectField
          label={t('trips.state')}
          options={tripStates.map((value) => ({ value, label: t(`trips.states.${value}`) }))}
          {...field('state')}
        />
      </FilterBar>
      <TripList address={address} query={chosen} isFiltered={isFiltered} named />
    </>
  );
}
