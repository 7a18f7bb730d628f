import { IconBell, IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { ListTable } from '#kit/web/list/list-table.tsx';
import { useCan } from '#kit/web/rights.ts';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import { DayField, SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { OffDuty, Place } from '#kit/web/ui/place.tsx';
import { Plate } from '#kit/web/ui/plate.tsx';
import { speedText } from '#kit/web/ui/units.ts';
import { When } from '#kit/web/ui/when.tsx';
import { type GeofenceEvent, geofenceEventKinds } from '../event-answers.contract.ts';
import { eventNames, exportEvents, useGeofenceEvents } from '../geofences.queries.ts';
import styles from '../geofences.module.css';

const shapes = { ENTER: 'info', EXIT: 'due', DWELL: 'due', SPEEDING: 'bad', CROSSED: 'info' } as const;

/** What happened at geofences, the latest first. */
export function GeofenceEvents() {
  const t = useT();
  const can = useCan();
  const isSmall = useMedia(smallScreen);
  const address = useListAddress(eventNames);
  const { field, filters, rows } = address;
  const found = useGeofenceEvents({ ...filters, ...rows });
  const count = found.data?.count;
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <ListPage
      title={t('geofences.title')}
      sub={<bdi>{count === undefined ? ' ' : t('geofences.count', { count, number: formatNumber(count) })}</bdi>}
      actions={
        can('geofence-event', 'export') ? (
          <button type="button" className="btn g" disabled={!count} onClick={() => void exportEvents(filters)}>
            <IconDownload className="i s" aria-hidden="true" />
            {t('records.exportCsv')}
          </button>
        ) : null
      }
      filters={
        <>
          <SearchField label={t('geofences.search')} {...field('q')} />
          <SelectField
            label={t('geofences.event')}
            options={geofenceEventKinds.map((value) => ({ value, label: t(`geofences.events.${value}`) }))}
            {...field('kind')}
          />
          <DayField label={t('records.from')} {...field('from')} />
          <DayField label={t('records.to')} {...field('to')} />
          <SelectField
            label={t('geofences.show')}
            options={[{ value: 'true', label: t('geofences.allVisits') }]}
            {...field('visits')}
          />
        </>
      }
      address={address}
      label={t('geofences.alerts')}
      found={found}
      className="list"
      empty={{
        icon: <IconBell aria-hidden="true" />,
        title: isFiltered ? t('catalogue.noMatch') : t('geofences.none'),
        text: t(isFiltered ? 'geofences.noMatchText' : 'geofences.noneText'),
      }}
    >
      {(rows) => (isSmall ? <Cards rows={rows} /> : <Rows rows={rows} />)}
    </ListPage>
  );
}

interface RowsProps {
  rows: readonly GeofenceEvent[] | undefined;
}

const Kind = ({ event }: { event: GeofenceEvent }) => {
  const t = useT();
  return (
    <span className={`st ${event.raised ? shapes[event.kind] : 'off'}`}>{t(`geofences.events.${event.kind}`)}</span>
  );
};

/** To the very point of the trip, for those who may see trips; a vehicle may have made none. */
function Point({ event, className }: { event: GeofenceEvent; className?: string }) {
  const can = useCan();
  const time = <When at={event.at} />;
  return event.tripId !== null && can('vehicle-trips', 'view') ? (
    <Link to={`/vehicle-trips/${event.tripId}`} search={{ at: event.at } as never} className={className ?? 'link'}>
      {time}
    </Link>
  ) : (
    time
  );
}

/** Where it was; staff are told that the client does not see it. */
const Where = ({ event: { place, lat, lon, isOffDuty } }: { event: GeofenceEvent }) => (
  <>
    <Place place={place} lat={lat} lon={lon} />
    {isOffDuty ? (
      <span className={styles.mark}>
        <OffDuty isMark />
      </span>
    ) : null}
  </>
);

function Rows({ rows }: RowsProps) {
  const t = useT();
  const can = useCan();
  return (
    <ListTable
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { key: 'kind', head: t('geofences.event'), render: (event) => <Kind event={event} /> },
        {
          key: 'vehicle',
          head: t('trips.vehicle'),
          render: ({ vehicle, plateUse, vehicleId }) =>
            can('vehicle', 'view') ? (
              <Link to={`/vehicle/${vehicleId}`} className="ttl">
                <Plate no={vehicle} use={plateUse} />
              </Link>
            ) : (
              <Plate no={vehicle} use={plateUse} />
            ),
        },
        {
          key: 'geofence',
          head: t('geofences.geofence'),
          render: ({ geofence, geofenceId }) =>
            can('geofence', 'view') ? (
              <Link to={`/geofence/${geofenceId}`} className="link">
                <bdi>{geofence}</bdi>
              </Link>
            ) : (
              <bdi>{geofence}</bdi>
            ),
        },
        { key: 'at', head: t('geofences.time'), render: (event) => <Point event={event} /> },
        {
          key: 'place',
          head: t('geofences.place'),
          className: 't2',
          render: (event) => <Where event={event} />,
        },
        {
          key: 'driver',
          head: t('trips.driver'),
          render: ({ driver }) => (driver ? <bdi>{driver}</bdi> : <span className="t3">–</span>),
        },
        {
          key: 'speed',
          head: t('geofences.speed'),
          isNumber: true,
          render: ({ speedKmh }) => <bdi>{speedText(speedKmh)}</bdi>,
        },
      ]}
    />
  );
}

function Cards({ rows }: RowsProps) {
  return (
    <ul className={`cards ${styles['event-cards']}`}>
      {rows?.map((event) => (
        <li key={event.id}>
          <span className="row wrap">
            <Point event={event} className="ttl" />
            <Plate no={event.vehicle} use={event.plateUse} />
          </span>
          <Kind event={event} />
          <span className="more">
            <bdi>{event.geofence}</bdi>
            <Where event={event} />
            <bdi>{speedText(event.speedKmh)}</bdi>
          </span>
        </li>
      )) ??
        [0, 1, 2, 3].map((one) => (
          <li key={one}>
            <span className="sk" style={{ width: 180 }} />
          </li>
        ))}
    </ul>
  );
}
