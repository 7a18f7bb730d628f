import { IconArrowDown, IconArrowUp, IconRoute } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatDay, formatTime, useT } from '#kit/web/i18n.ts';
import type { ListAddress } from '#kit/web/list/list-address.ts';
import { ListSheet } from '#kit/web/list/list-sheet.tsx';
import { type Column, ListTable } from '#kit/web/list/list-table.tsx';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import { FromTo, OffDuty, Place } from '#kit/web/ui/place.tsx';
import { Plate } from '#kit/web/ui/plate.tsx';
import { When } from '#kit/web/ui/when.tsx';
import { clockText, distanceText, durationText, speedText } from '#kit/web/ui/units.ts';
import { useTrips } from '../trips.queries.ts';
import type { TripRow, TripState } from '../trip-answers.contract.ts';
import styles from '../trips.module.css';

const shapes = { LIVE: 'ok', CLOSED: 'off', REOPENED: 'info' } as const;

/** Live, ended, or cut again; ended is quiet. */
export function TripStateWord({ state }: { state: TripState }) {
  const t = useT();
  return <span className={`st ${shapes[state]}`}>{t(`trips.states.${state}`)}</span>;
}

/** What a trip does, and below it that a part of it was off duty; staff are told that the client does not see it. */
function TripWords({ trip }: { trip: Pick<TripRow, 'state' | 'offDutyFrom' | 'endLat'> }) {
  const t = useT();
  return (
    <>
      <TripStateWord state={trip.state} />
      {trip.offDutyFrom !== null && trip.endLat !== null ? (
        <span className={styles.where} title={t('places.offDutyMark')}>
          <OffDuty />
        </span>
      ) : null}
    </>
  );
}

interface Props {
  address: ListAddress<'sort'>;
  /** Which trips: what the address asks for, or those of one record. */
  query: Readonly<Record<string, string>>;
  isFiltered: boolean;
  /** The vehicle is named: the list is not that of one. */
  named: boolean;
}

/** Trips with their figures, in a table, or as cards on a telephone. */
export function TripList({ address, query, isFiltered, named }: Props) {
  const t = useT();
  const isSmall = useMedia(smallScreen);
  const { sort } = address.filters;
  const found = useTrips({ ...query, ...(sort ? { sort } : {}), ...address.rows });
  return (
    <ListSheet
      label={t('trips.title')}
      found={found}
      address={address}
      className="list"
      empty={{
        icon: <IconRoute aria-hidden="true" />,
        title: isFiltered ? t('catalogue.noMatch') : t('trips.none'),
        text: t(isFiltered ? 'trips.noMatchText' : 'trips.noneText'),
      }}
    >
      {(rows) => (isSmall ? <Cards rows={rows} named={named} /> : <Rows rows={rows} named={named} address={address} />)}
    </ListSheet>
  );
}

const sortable = {
  startAt: 'trips.start',
  durationS: 'trips.duration',
  distanceM: 'trips.distance',
  maxKmh: 'trips.max',
} as const;

interface RowsProps extends Pick<Props, 'address' | 'named'> {
  rows: readonly TripRow[] | undefined;
}

function Rows({ rows, named, address }: RowsProps) {
  const t = useT();
  const { sort = '-startAt' } = address.filters;
  /** A column that the list can be sorted by. */
  const sorting = (key: keyof typeof sortable): Omit<Column<TripRow>, 'render'> => {
    const isChosen = sort.replace('-', '') === key;
    const isDown = sort.startsWith('-');
    const Arrow = isDown ? IconArrowDown : IconArrowUp;
    return {
      key,
      isNumber: key !== 'startAt',
      sorted: isChosen ? (isDown ? 'descending' : 'ascending') : undefined,
      head: (
        <button type="button" onClick={() => address.ask({ sort: isChosen && isDown ? key : `-${key}` })}>
          {t(sortable[key])}
          {isChosen ? <Arrow aria-hidden="true" /> : null}
        </button>
      ),
    };
  };
  const vehicle: Column<TripRow> = {
    key: 'vehicle',
    head: t('trips.vehicle'),
    render: (trip) => (
      <Link to={`/vehicle-trips/${trip.id}`} className="ttl">
        <Plate no={trip.vehicle} use={trip.plateUse} />
        <span className="sr">
          {' '}
          <When at={trip.startAt} />
        </span>
      </Link>
    ),
  };
  const start = (trip: TripRow) => (
    <>
      {named ? (
        <When at={trip.startAt} />
      ) : (
        <Link to={`/vehicle-trips/${trip.id}`} className="ttl">
          <When at={trip.startAt} />
        </Link>
      )}
      <span className={styles.where}>
        <Place place={trip.startPlace} lat={trip.startLat} lon={trip.startLon} />
      </span>
    </>
  );
  return (
    <ListTable
      className={styles.trips}
      rows={rows}
      keyOf={(trip) => trip.id}
      columns={[
        ...(named ? [vehicle] : []),
        { ...sorting('startAt'), render: start },
        { key: 'end', head: t('trips.end'), className: 't2', render: (trip) => <End trip={trip} /> },
        {
          key: 'driver',
          head: t('trips.driver'),
          render: ({ driver }) => (driver ? <bdi>{driver}</bdi> : <span className="t3">–</span>),
        },
        { ...sorting('durationS'), render: (trip) => <bdi>{durationText(trip.durationS)}</bdi> },
        { ...sorting('distanceM'), render: (trip) => <bdi>{distanceText(trip.distanceM)}</bdi> },
        { ...sorting('maxKmh'), render: (trip) => <bdi>{speedText(trip.maxKmh)}</bdi> },
        { key: 'stops', head: t('trips.stops'), isNumber: true, render: (trip) => trip.stopCount },
        { key: 'state', head: t('trips.state'), render: (trip) => <TripWords trip={trip} /> },
      ]}
    />
  );
}

/** When and where it ended, or where it is. */
function End({ trip }: { trip: TripRow }) {
  return (
    <>
      <EndTime trip={trip} />
      <span className={styles.where}>
        <Place place={trip.endPlace} lat={trip.endLat} lon={trip.endLon} />
      </span>
    </>
  );
}

/** Of the day it began on, the time alone. */
function EndTime({ trip: { state, startAt, endAt } }: { trip: TripRow }) {
  if (state === 'LIVE') return <span className="t3">–</span>;
  return formatDay(startAt) === formatDay(endAt) ? (
    <time dateTime={endAt} title={formatTime(endAt)}>
      <bdi>{clockText(Date.parse(endAt))}</bdi>
    </time>
  ) : (
    <When at={endAt} />
  );
}

function Cards({ rows, named }: Omit<RowsProps, 'address'>) {
  const t = useT();
  return (
    <ul className={`cards ${styles['trip-cards']}`}>
      {rows?.map((trip) => (
        <li key={trip.id}>
          <Link to={`/vehicle-trips/${trip.id}`} className="ttl">
            {named ? <Plate no={trip.vehicle} use={trip.plateUse} /> : null}
            <When at={trip.startAt} />
          </Link>
          <TripWords trip={trip} />
          <span className={styles.way}>
            {trip.endLat === null ? <OffDuty /> : <FromTo from={trip.startPlace} to={trip.endPlace} />}
          </span>
          <span className="more">
            <bdi>{distanceText(trip.distanceM)}</bdi>
            <bdi>{durationText(trip.durationS)}</bdi>
            {trip.maxKmh === null ? null : <bdi>{t('trips.upTo', { speed: speedText(trip.maxKmh) })}</bdi>}
            {trip.driver ? <bdi>{trip.driver}</bdi> : null}
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
