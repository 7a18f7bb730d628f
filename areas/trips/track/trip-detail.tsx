import { Menu } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload, IconPlayerPlay } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { Acts } from '#kit/web/ui/acts.tsx';
import { ApiError } from '#kit/web/api.ts';
import { formatTime, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { FromTo, OffDuty } from '#kit/web/ui/place.tsx';
import { PageTitle } from '#kit/web/ui/parts.tsx';
import { clockText } from '#kit/web/ui/units.ts';
import { worldX, worldY } from '#kit/web/map/mercator.ts';
import { cursorText, SpeedChart } from './speed-chart.tsx';
import { nearestInTime } from '#kit/web/chart/nearest.ts';
import type { Track } from './track-model.web.ts';
import { type NumberedStop, TrackMap } from './track-map.tsx';
import { TrackTable } from './track-table.tsx';
import { downloadTrack, useTrack, useTrip } from '../trips.queries.ts';
import { TripFacts, TripFigures } from './trip-facts.tsx';
import { TripStateWord } from '../list/trip-list.tsx';
import { type TripLine, RoadsBar, TripViolations } from './trip-roads.tsx';
import { TripAlerts } from './trip-alerts.tsx';
import { useTripMatch } from './matched.queries.ts';
import { StopList } from './trip-stops.tsx';
import type { TripDetail } from '../trip-answers.contract.ts';
import '#kit/web/catalogue/record/record.css';
import trackStyles from './track.module.css';
import tripsStyles from '../trips.module.css';

/** One trip: where it led, how fast, and where it stood. */
export function TripPage({ id }: { id: string }) {
  const t = useT();
  const { data: trip, error, refetch } = useTrip(id);
  const track = useTrack(trip);
  if (error && !trip) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <>
      <nav className="crumb" aria-label={t('catalogue.trail')}>
        <Link to="/vehicle-trips">{t('trips.title')}</Link>
        <IconChevronRight className="i s flip" aria-hidden="true" />
        <bdi className="cut">{trip ? `${trip.vehicle}, ${formatTime(trip.startAt)}` : '…'}</bdi>
      </nav>
      <PageTitle
        title={trip ? t('trips.of', { vehicle: trip.vehicle, when: formatTime(trip.startAt) }) : t('trips.trip')}
        sub={trip ? <TitleLine trip={trip} /> : ' '}
      >
        {trip ? <TripActions trip={trip} /> : null}
        {trip ? <Neighbours trip={trip} /> : null}
      </PageTitle>
      {trip ? (
        <>
          <TripFigures trip={trip} />
          {trip.startLat !== null && trip.endLat === null ? <p className="alert info">{t('trips.cutText')}</p> : null}
          <Picture trip={trip} track={track.data} error={track.error} retry={() => void track.refetch()} />
        </>
      ) : (
        <section className="sheet sec" aria-busy="true">
          <span className="sk" style={{ height: 380 }} />
        </section>
      )}
    </>
  );
}

function TitleLine({ trip }: { trip: TripDetail }) {
  const t = useT();
  const end = Date.parse(trip.endAt);
  return (
    <span className={`row wrap ${tripsStyles['trip-line']}`}>
      <TripStateWord state={trip.state} />
      {trip.offDutyFrom === null ? (
        <FromTo from={trip.startPlace} to={trip.endPlace} />
      ) : (
        <OffDuty isMark={trip.endLat !== null} />
      )}
      {trip.driver ? <bdi>{trip.driver}</bdi> : <span>{t('trips.nobody')}</span>}
      <bdi>{t(trip.state === 'LIVE' ? 'trips.heardUntil' : 'trips.endedAt', { time: clockText(end) })}</bdi>
    </span>
  );
}

/** Replays it, and takes its track along as a file. */
function TripActions({ trip }: { trip: TripDetail }) {
  const t = useT();
  const mayExport = useCan()('vehicle-trips', 'export');
  // It began off duty: there is nothing to take along.
  if (trip.startLat === null) return null;
  return (
    <>
      {mayExport ? (
        <Menu position="bottom-end" transitionProps={{ duration: 90 }}>
          <Menu.Target>
            <button type="button" className="btn d">
              <IconDownload className="i s" aria-hidden="true" />
              {t('replay.export')}
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {(['gpx', 'kml', 'csv'] as const).map((format) => (
              <Menu.Item key={format} onClick={() => void downloadTrack(trip.id, format)}>
                {format.toUpperCase()}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {trip.state === 'LIVE' ? null : <Acts on="vehicle-trips" id={trip.id} title={trip.vehicle} />}
      <Link
        to="/replay"
        search={{ vehicleId: trip.vehicleId, from: trip.startAt, to: trip.endAt } as never}
        className="btn p"
      >
        <IconPlayerPlay className="i s" aria-hidden="true" />
        {t('replay.open')}
      </Link>
    </>
  );
}

/** To the trips before and after it. */
function Neighbours({ trip: { previousId, nextId } }: { trip: TripDetail }) {
  const t = useT();
  const way = (id: string | null, name: string, Icon: typeof IconChevronLeft) =>
    id ? (
      <Link to={`/vehicle-trips/${id}`} className="btn d ic" aria-label={name} title={name}>
        <Icon className="i s flip" aria-hidden="true" />
      </Link>
    ) : (
      <button type="button" className="btn d ic" aria-label={name} disabled>
        <Icon className="i s flip" aria-hidden="true" />
      </button>
    );
  return (
    <>
      {way(previousId, t('trips.previous'), IconChevronLeft)}
      {way(nextId, t('trips.next'), IconChevronRight)}
    </>
  );
}

const nothing = [] as const;

function Picture(props: { trip: TripDetail; track: Track | undefined; error: unknown; retry: () => void }) {
  const { trip, track, error, retry } = props;
  const t = useT();
  const [cursor, setCursor] = useState<number>();
  const [focus, setFocus] = useState<{ x: number; y: number }>();
  const stops = useMemo(() => trip.stops.map((stop, at): NumberedStop => ({ ...stop, number: at + 1 })), [trip.stops]);
  const match = useTripMatch(trip).data;
  const [line, setLine] = useState<TripLine>('reported');
  const over = match?.violations ?? nothing;
  const { at: asked } = useSearch({ strict: false }) as { at?: string };
  const isThere = track !== undefined && track.count > 0;
  // The address may name a moment of the trip, as an alert does.
  useEffect(() => {
    const time = Date.parse(asked ?? '');
    if (!track || !isThere || Number.isNaN(time)) return;
    const at = nearestInTime(track, time);
    setCursor(at);
    setFocus({ x: track.xs[at] ?? 0, y: track.ys[at] ?? 0 });
    // The track grows while the trip goes on; the moment is looked up once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked, isThere]);
  // A track that is fetched anew may be shorter than the one the cursor stood in.
  const at = track && cursor !== undefined ? Math.min(cursor, track.count - 1) : undefined;
  const show = (stop: NumberedStop) => {
    setFocus({ x: worldX(stop.lon), y: worldY(stop.lat) });
    if (track) setCursor(nearestInTime(track, Date.parse(stop.from)));
  };
  return (
    <div className={tripsStyles['trip-space']}>
      <section
        className={`sheet ${tripsStyles['trip-picture']}`}
        aria-label={t('trips.track')}
        aria-busy={!track && !error && trip.startLat !== null}
      >
        {trip.startLat === null ? (
          <p className="sec col gap-16">
            <OffDuty />
            <span className="t2">{t('trips.hiddenText')}</span>
          </p>
        ) : track && track.count > 0 ? (
          <>
            <RoadsBar trip={trip} match={match} line={line} onLine={setLine} />
            <TrackMap
              label={t('trips.mapOf', { vehicle: trip.vehicle })}
              track={track}
              stops={stops}
              isLive={trip.state === 'LIVE'}
              cursor={at}
              onCursor={setCursor}
              focus={focus}
              match={match}
              isOnRoads={line === 'matched'}
            />
            <div className={trackStyles['chart-head']}>
              <h2 className="h2">{t('trips.speed')}</h2>
              <span className="t3 sm cut">{t(track.hasSpeed ? 'trips.speedTold' : 'trips.speedReckoned')}</span>
              <bdi dir="ltr" className={`${trackStyles['cursor-says']} mid`}>
                {at === undefined ? '' : cursorText(track, at)}
              </bdi>
            </div>
            <SpeedChart track={track} stops={stops} over={over} cursor={at} onCursor={setCursor} />
          </>
        ) : error ? (
          <NoTrack error={error} retry={retry} />
        ) : track ? (
          <p className="t2 sec">{t('trips.noTrack')}</p>
        ) : (
          <span className="sk" style={{ height: 360, margin: 20 }} aria-hidden="true" />
        )}
      </section>
      <aside className="sheet" aria-label={t('trips.facts')}>
        <TripFacts trip={trip} />
        <TripViolations match={match} />
        <TripAlerts trip={trip} />
        <StopList stops={stops} onShow={track ? show : undefined} />
      </aside>
      {track && track.count > 0 ? <TrackTable track={track} /> : null}
    </div>
  );
}

function NoTrack({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useT();
  return (
    <div className="sec col gap-16" role="alert">
      <p>{error instanceof ApiError ? error.message : t('trips.badTrack')}</p>
      <button type="button" className="btn d" style={{ alignSelf: 'start' }} onClick={retry}>
        {t('action.retry')}
      </button>
    </div>
  );
}
