import { IconArrowDown, IconArrowUp, IconRoute } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Pager } from '#kit/web/catalogue/pager.tsx';
import { formatDay, formatTime, useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import { Code, Empty } from '#kit/web/ui/parts.tsx';
import { When } from '#kit/web/ui/when.tsx';
import { clockText, distanceText, durationText, speedText } from './figures.web.ts';
import { useTrips } from './trip-calls.web.ts';
import type { TripRow, TripState } from './trip.contract.ts';
import '#kit/web/catalogue/catalogue.css';
import './tracking.css';

const shapes = { LIVE: 'ok', CLOSED: 'off', REOPENED: 'info' } as const;

/** Live, ended, or cut again; ended is quiet. */
export function TripStateWord({ state }: { state: TripState }) {
  const t = useT();
  return <span className={`st ${shapes[state]}`}>{t(`trips.states.${state}`)}</span>;
}

interface Props {
  query: Record<string, string | number | undefined>;
  page: number;
  size: number;
  sort: string | undefined;
  isFiltered: boolean;
  /** The vehicle is named: the list is not that of one. */
  named?: boolean;
  onPage: (page: number) => void;
  onSort: (sort: string) => void;
}

/** Trips with their figures, in a table, or as cards on a telephone. */
export function TripList(props: Props) {
  const { query, page, size, isFiltered, named = false, onPage } = props;
  const t = useT();
  const isSmall = useMedia(smallScreen);
  const { data, error, refetch, isPlaceholderData } = useTrips(query);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <>
      <p className="sr" role="status">
        {data ? t('catalogue.showing', { shown: data.rows.length, count: data.count, many: t('trips.title') }) : ''}
      </p>
      <section className="sheet list" aria-label={t('trips.title')} aria-busy={!data || isPlaceholderData}>
        {data?.count === 0 ? (
          <Empty
            icon={<IconRoute aria-hidden="true" />}
            title={isFiltered ? t('catalogue.noMatch') : t('trips.none')}
            text={t(isFiltered ? 'trips.noMatchText' : 'trips.noneText')}
          />
        ) : isSmall ? (
          <Cards rows={data?.rows} named={named} />
        ) : (
          <Rows {...props} named={named} rows={data?.rows} />
        )}
        {data && data.count > size ? <Pager view={{ page, size }} count={data.count} onPage={onPage} /> : null}
      </section>
    </>
  );
}

const sortable = {
  startAt: 'trips.start',
  durationS: 'trips.duration',
  distanceM: 'trips.distance',
  maxKmh: 'trips.max',
};
type Sortable = keyof typeof sortable;

function Rows({ rows, named, sort = '-startAt', onSort }: Props & { rows: TripRow[] | undefined; named: boolean }) {
  const t = useT();
  const head = (name: Sortable) => {
    const isChosen = sort.replace('-', '') === name;
    const isDown = sort.startsWith('-');
    const Arrow = isDown ? IconArrowDown : IconArrowUp;
    return (
      <th
        scope="col"
        className={name === 'startAt' ? undefined : 'num'}
        aria-sort={isChosen ? (isDown ? 'descending' : 'ascending') : undefined}
      >
        <button type="button" onClick={() => onSort(isChosen && isDown ? name : `-${name}`)}>
          {t(sortable[name])}
          {isChosen ? <Arrow aria-hidden="true" /> : null}
        </button>
      </th>
    );
  };
  return (
    <div className="list-scroll">
      <table className="tbl plain trips">
        <thead>
          <tr>
            {named ? <th scope="col">{t('trips.vehicle')}</th> : null}
            {head('startAt')}
            <th scope="col">{t('trips.end')}</th>
            <th scope="col">{t('trips.driver')}</th>
            {head('durationS')}
            {head('distanceM')}
            {head('maxKmh')}
            <th scope="col" className="num">
              {t('trips.stops')}
            </th>
            <th scope="col">{t('trips.state')}</th>
          </tr>
        </thead>
        <tbody>
          {rows?.map((trip) => (
            <tr key={trip.id}>
              {named ? (
                <td>
                  <Link to={`/vehicle-trips/${trip.id}`} className="ttl">
                    <Code>{trip.vehicle}</Code>
                    <span className="sr">
                      {' '}
                      <When at={trip.startAt} />
                    </span>
                  </Link>
                </td>
              ) : null}
              <td>
                {named ? (
                  <When at={trip.startAt} />
                ) : (
                  <Link to={`/vehicle-trips/${trip.id}`} className="ttl">
                    <When at={trip.startAt} />
                  </Link>
                )}
              </td>
              <td className="t2">
                <End trip={trip} />
              </td>
              <td>{trip.driver ? <bdi>{trip.driver}</bdi> : <span className="t3">–</span>}</td>
              <td className="num">
                <bdi>{durationText(trip.durationS)}</bdi>
              </td>
              <td className="num">
                <bdi>{distanceText(trip.distanceM)}</bdi>
              </td>
              <td className="num">
                <bdi>{speedText(trip.maxKmh)}</bdi>
              </td>
              <td className="num">{trip.stopCount}</td>
              <td>
                <TripStateWord state={trip.state} />
              </td>
            </tr>
          )) ??
            [0, 1, 2, 3, 4, 5].map((one) => (
              <tr key={one}>
                <td colSpan={named ? 9 : 8}>
                  <span className="sk" style={{ width: `${80 - one * 7}%` }} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

/** When it ended: of the day it began on, the time alone. */
function End({ trip: { state, startAt, endAt } }: { trip: TripRow }) {
  if (state === 'LIVE') return <span className="t3">–</span>;
  return formatDay(startAt) === formatDay(endAt) ? (
    <time dateTime={endAt} title={formatTime(endAt)}>
      <bdi>{clockText(Date.parse(endAt))}</bdi>
    </time>
  ) : (
    <When at={endAt} />
  );
}

function Cards({ rows, named }: { rows: TripRow[] | undefined; named: boolean }) {
  const t = useT();
  return (
    <ul className="cards trip-cards">
      {rows?.map((trip) => (
        <li key={trip.id}>
          <Link to={`/vehicle-trips/${trip.id}`} className="ttl">
            {named ? <Code>{trip.vehicle}</Code> : null}
            <When at={trip.startAt} />
          </Link>
          <TripStateWord state={trip.state} />
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
