import { IconDownload } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useId } from 'react';
import { type RefField, ref } from '#kit/contract/fields.ts';
import { RefInput } from '#kit/web/catalogue/ref-input.tsx';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { DayField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { PageTitle } from '#kit/web/ui/parts.tsx';
import { exportTrips, searchOf, useTrips, type TripSearch } from './trip-calls.web.ts';
import { TripList } from './trip-list.web.tsx';
import { tripStates } from './trip.contract.ts';
import '#kit/web/catalogue/filters.css';
import './tracking.css';

const size = 25;
const vehicle = ref('vehicle', { label: 'Vehicle' });
const driver = ref('drivers', { label: 'Driver' });
const organisation = ref('organisation', { label: 'Organisation' });

/** Every trip, the latest first. */
export function Trips() {
  const t = useT();
  const can = useCan();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const navigate = useNavigate();
  const asked = searchOf(useSearch({ strict: false }));
  const page = Math.max(1, Number(asked.page) || 1);
  const go = (change: { [Name in keyof TripSearch]?: string | undefined }) =>
    void navigate({ to: '.', search: { ...asked, page: undefined, ...change } as never, replace: true });
  const { page: _, ...given } = asked;
  const query = { ...given, skip: (page - 1) * size, take: size };
  const count = useTrips(query).data?.count;
  const isFiltered = Object.entries(given).some(([name, value]) => name !== 'sort' && value);
  const sub = count === undefined ? ' ' : t('trips.count', { count, number: formatNumber(count) });
  return (
    <>
      <PageTitle title={t('trips.title')} sub={<bdi>{sub}</bdi>}>
        {can('vehicle-trips', 'export') ? (
          <button type="button" className="btn g" disabled={count === 0} onClick={() => void exportTrips(given)}>
            <IconDownload className="i s" aria-hidden="true" />
            {t('records.exportCsv')}
          </button>
        ) : null}
      </PageTitle>
      <div className="record-filters">
        {can('vehicle', 'view') ? (
          <RefFilter field={vehicle} value={asked.vehicleId} onChange={(vehicleId) => go({ vehicleId })} />
        ) : null}
        {can('drivers', 'view') ? (
          <RefFilter field={driver} value={asked.driverId} onChange={(driverId) => go({ driverId })} />
        ) : null}
        {isStaff && can('organisation', 'view') ? (
          <RefFilter field={organisation} value={asked.orgId} onChange={(orgId) => go({ orgId })} />
        ) : null}
        <DayField
          label={t('records.from')}
          value={asked.from ?? ''}
          onChange={(from) => go({ from: from || undefined })}
        />
        <DayField label={t('records.to')} value={asked.to ?? ''} onChange={(to) => go({ to: to || undefined })} />
        <SelectField
          label={t('trips.state')}
          value={asked.state ?? ''}
          options={tripStates.map((value) => ({ value, label: t(`trips.states.${value}`) }))}
          onChange={(state) => go({ state: state || undefined })}
        />
        {isFiltered ? (
          <button
            type="button"
            className="btn g"
            onClick={() => void navigate({ to: '.', search: (asked.sort ? { sort: asked.sort } : {}) as never })}
          >
            {t('catalogue.clearFilters')}
          </button>
        ) : null}
      </div>
      <TripList
        query={query}
        page={page}
        size={size}
        sort={asked.sort}
        isFiltered={isFiltered}
        named
        onPage={(next) => go({ page: String(next) })}
        onSort={(sort) => go({ sort })}
      />
    </>
  );
}

/** One record of a catalogue, or none, found by typing. */
function RefFilter(props: {
  field: RefField & { label: string };
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}) {
  const id = useId();
  return (
    <span className="labelled ref-filter">
      <label htmlFor={id}>{props.field.label}</label>
      <RefInput
        id={id}
        field={{ ...props.field, optional: true } as never}
        value={props.value ?? ''}
        error={undefined}
        onChange={(value) => props.onChange(String(value ?? '') || undefined)}
        onBlur={() => undefined}
        first={false}
        current={null}
        stored={null}
      />
    </span>
  );
}
