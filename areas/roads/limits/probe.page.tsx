import { useMemo, useState } from 'react';
import { useId } from 'react';
import { Link } from '@tanstack/react-router';
import { ApiError } from '#kit/web/api.ts';
import { formatNumber, named, useT } from '#kit/web/i18n.ts';
import { MapMarker } from '#kit/web/map/map-marker.tsx';
import { PageTitle } from '#kit/web/ui/parts.tsx';
import { distanceText, placeText } from '#kit/web/ui/units.ts';
import { RoadMap } from '../draw/road-map.tsx';
import type { DrawnLine } from '../draw/road-layers.web.ts';
import type { LinePoint } from '../road/line.contract.ts';
import { useProbe, useRoadLine } from '../roads.queries.ts';
import { isoOf, momentNow, MomentFields } from '../rules/moment-fields.tsx';
import { reasonText } from '../rules/rule-words.web.ts';
import type { Probe } from './probe.contract.ts';
import styles from '../roads.module.css';

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));

/** Tells which limit applies at a place, for a class, at a time, and why: press the map or type the place. */
export function ProbePage() {
  const t = useT();
  const id = useId();
  const [at, setAt] = useState({ lat: '', lon: '' });
  const [heading, setHeading] = useState('');
  const [speed, setSpeed] = useState('');
  const [moment, setMoment] = useState(momentNow);
  const isReady = isNumber(at.lat) && isNumber(at.lon) && isoOf(moment) !== '';
  const { data, error, isFetching } = useProbe(
    {
      lat: at.lat,
      lon: at.lon,
      class: moment.speedClass,
      at: isoOf(moment),
      heading: isNumber(heading) ? heading : undefined,
      speed: isNumber(speed) ? speed : undefined,
    },
    isReady,
  );
  const { data: points = [] } = useRoadLine(data?.road?.id ?? '');
  const lines = useMemo((): DrawnLine[] => (points.length > 0 ? [{ points, tone: 'road' }] : []), [points]);
  const press = ([lat, lon]: LinePoint) => setAt({ lat: lat.toFixed(6), lon: lon.toFixed(6) });
  const typed = (name: 'lat' | 'lon', label: string) => (
    <div className="fld">
      <label htmlFor={`${id}-${name}`}>{label}</label>
      <input
        id={`${id}-${name}`}
        className="inp"
        inputMode="decimal"
        dir="ltr"
        value={at[name]}
        onChange={(event) => setAt({ ...at, [name]: event.currentTarget.value })}
      />
    </div>
  );
  const number = (name: string, label: string, value: string, change: (value: string) => void) => (
    <div className="fld">
      <label htmlFor={`${id}-${name}`}>
        {label} <span className="opt">{t('form.optional')}</span>
      </label>
      <input
        id={`${id}-${name}`}
        className="inp"
        inputMode="decimal"
        dir="ltr"
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </div>
  );
  return (
    <>
      <PageTitle title={t('roads.probe')} sub={t('roads.probeSub')} />
      <div className={styles.drawing}>
        <div className={`sheet ${styles.map}`}>
          <RoadMap label={t('roads.map')} lines={lines} onPress={press}>
            {(map) =>
              isReady ? (
                <MapMarker map={map} lat={Number(at.lat)} lon={Number(at.lon)}>
                  <span className={styles.point} />
                </MapMarker>
              ) : null
            }
          </RoadMap>
        </div>
        <div className={styles.tools}>
          <div className={styles.pair}>
            {typed('lat', t('roads.latitude'))}
            {typed('lon', t('roads.longitude'))}
          </div>
          <MomentFields value={moment} onChange={setMoment} />
          <div className={styles.pair}>
            {number('heading', t('roads.heading'), heading, setHeading)}
            {number('speed', t('roads.speed'), speed, setSpeed)}
          </div>
        </div>
      </div>
      <section className="sheet sec" aria-label={t('roads.answer')} aria-live="polite" aria-busy={isFetching}>
        {!isReady ? (
          <p className="t2">{t('roads.press')}</p>
        ) : error ? (
          <p className="errm">
            {error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.message) : error.message}
          </p>
        ) : data ? (
          <Answer data={data} />
        ) : (
          <span className="sk" style={{ height: 90 }} aria-hidden="true" />
        )}
      </section>
    </>
  );
}

function Answer({ data }: { data: Probe }) {
  const t = useT();
  const { road, others, tolerance, speed } = data;
  if (!road) return <p className="t2">{t('roads.noRoad')}</p>;
  const { limit } = road;
  const [applied] = road.rules;
  return (
    <div className={styles.answer}>
      <p className={styles.limit}>
        {limit.limitKmh === null ? t('roads.sources.NONE') : t('roads.kmh', { kmh: limit.limitKmh })}
      </p>
      <p>
        {t(`roads.because.${limit.source}`)}
        {limit.source === 'RULE' && applied ? (
          <>
            {' '}
            <Link to={`/road-speed-rule/${applied.id}`}>
              {[reasonText(applied.reasonCode), applied.orderNo].filter(Boolean).join(', ')}
            </Link>
          </>
        ) : null}
        {limit.version === null ? '' : ` (${t('roads.version', { version: limit.version })})`}
        {limit.capped ? ` ${t('roads.cappedSentence')}` : ''}
      </p>
      <dl className="facts">
        <dt>{t('roads.road')}</dt>
        <dd>
          <Link to={`/road/${road.id}`}>{road.name}</Link>
          {road.ref ? (
            <>
              {' '}
              <bdi className="code">{road.ref}</bdi>
            </>
          ) : null}
          , {named(road.typeName)}
        </dd>
        <dt>{t('roads.place')}</dt>
        <dd>
          <bdi>
            {t('roads.atMetre', { metre: formatNumber(Math.round(road.offsetM)) })}
            {road.distanceM === null ? '' : `, ${t('roads.away', { distance: distanceText(road.distanceM) })}`}
          </bdi>
        </dd>
        <dt>{t('roads.direction')}</dt>
        <dd>
          {t(road.direction === 'FORWARD' ? 'roads.along' : 'roads.against')}
          {road.isDirectionKnown ? '' : ` (${t('roads.directionUnknown')})`}
          {road.opposite && road.opposite.limitKmh !== limit.limitKmh
            ? `. ${t('roads.opposite', { limit: road.opposite.limitKmh ?? '–' })}`
            : ''}
        </dd>
        <dt>{t('roads.tolerance')}</dt>
        <dd>
          {tolerance.statutoryUptoKmh === null
            ? '–'
            : t('roads.lawAllows', { pct: tolerance.statutoryPct, upto: tolerance.statutoryUptoKmh })}
          {`. ${t('roads.buffer', { kmh: tolerance.companyBufferKmh })}`}
        </dd>
        {speed ? (
          <>
            <dt>{t('roads.verdict')}</dt>
            <dd>
              <span className={`st ${speed.actionable ? 'bad' : speed.overLimit ? 'due' : 'ok'}`}>
                {t(speed.actionable ? 'roads.actionable' : speed.overLimit ? 'roads.tolerated' : 'roads.within')}
              </span>
            </dd>
          </>
        ) : null}
        {road.advisoryKmh === null ? null : (
          <>
            <dt>{t('roads.advisory')}</dt>
            <dd>{t('roads.kmh', { kmh: road.advisoryKmh })}</dd>
          </>
        )}
      </dl>
      {others.length > 0 ? (
        <>
          <h2 className="h2">{t('roads.others')}</h2>
          <ul className={styles.report}>
            {others.map((other) => (
              <li key={other.id} className={`st ${other.limit.limitKmh === limit.limitKmh ? 'off' : 'due'}`}>
                <Link to={`/road/${other.id}`}>{other.name}</Link>{' '}
                {[
                  other.limit.limitKmh === null
                    ? t('roads.sources.NONE')
                    : t('roads.kmh', { kmh: other.limit.limitKmh }),
                  t('roads.away', { distance: distanceText(other.distanceM ?? 0) }),
                ].join(', ')}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {road.lat !== null && road.lon !== null ? (
        <p className="t3 sm">
          <bdi dir="ltr">{placeText(road.lat, road.lon)}</bdi>
        </p>
      ) : null}
    </div>
  );
}
