import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipBack, IconPlayerSkipForward } from '@tabler/icons-react';
import type { Map } from 'maplibre-gl';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { isId } from '#kit/contract/ids-and-days.ts';
import { formatTime, useT } from '#kit/web/i18n.ts';
import { MapBox } from '#kit/web/map/map-box.tsx';
import { MapLegend } from '#kit/web/map/map-legend.tsx';
import { useAddressBelow } from '#kit/web/parts-below.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { useTurnAway } from '#kit/web/turn-away.ts';
import { PageTitle } from '#kit/web/ui/parts.tsx';
import { Plate } from '#kit/web/ui/plate.tsx';
import { clockText, durationText, exactClockText, speedText } from '#kit/web/ui/units.ts';
import { useShortcuts } from '#kit/web/use-shortcuts.ts';
import { SpeedLegend } from '../track/track-map.tsx';
import { type Pictures, type ReplayClock, type ReplaySpeed, replaySpeeds, startClock } from './replay-clock.web.ts';
import { type Moment, momentsOf } from './replay-moments.web.ts';
import { addSign, type ReplayedLine, type ReplaySign, useReplayLines } from './replay-layers.web.ts';
import { placeAt, type ReplayPlace, replayTrack } from './replay-track.web.ts';
import { mostReplayed } from '../replayed.contract.ts';
import { type Replay, useReplay } from './replay.queries.ts';
import styles from './replay.module.css';

/** How vehicles moved in a window of time: `?vehicleId=a,b&from=…&to=…`, ISO times. */
export function ReplayPage() {
  const t = useT();
  const allowed = useCan()('vehicle-trips', 'view');
  const { search } = useAddressBelow('/replay');
  useTurnAway(allowed);
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : '');
  const ids = [...new Set(text('vehicleId').split(','))].filter(isId);
  const [from, to] = [text('from'), text('to')];
  const isRight = ids.length > 0 && ids.length <= mostReplayed && Date.parse(to) > Date.parse(from);
  if (!allowed) return null;
  return (
    <>
      <PageTitle title={t('replay.title')} sub={isRight ? `${formatTime(from)} – ${formatTime(to)}` : ' '} />
      {isRight ? (
        <Loaded key={`${ids.join()} ${from} ${to}`} ids={ids} from={from} to={to} />
      ) : (
        <p className="alert info">{t('replay.wrong', { most: mostReplayed })}</p>
      )}
    </>
  );
}

function Loaded({ ids, from, to }: { ids: readonly string[]; from: string; to: string }) {
  const t = useT();
  const can = useCan();
  const maySee = { violations: can('violation', 'view'), geofenceEvents: can('geofence-event', 'view') };
  const { data, error, refetch } = useReplay(ids, from, to, maySee);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data)
    return (
      <section className="sheet sec" aria-busy="true" aria-label={t('replay.title')}>
        <span className="sk" style={{ height: 380 }} />
      </section>
    );
  if (data.vehicles.length === 0)
    return <p className="alert info">{t(data.isHidden ? 'trips.hiddenText' : 'replay.none')}</p>;
  return (
    <>
      {data.isHidden ? <p className="alert info">{t('replay.hidden')}</p> : null}
      <Player replay={data} from={Date.parse(from)} to={Date.parse(to)} />
    </>
  );
}

function Player({ replay, from, to }: { replay: Replay; from: number; to: number }) {
  const t = useT();
  const lines = useMemo(
    () => replay.vehicles.map(({ trips, ...of }): ReplayedLine => ({ ...of, track: replayTrack(trips, from, to) })),
    [replay, from, to],
  );
  const moments = useMemo(() => momentsOf(replay, from, to), [replay, from, to]);
  // What is looked at begins with the first fix: nobody waits for a night to be over.
  const [begin, end] = useMemo(() => spanOf(lines, from, to), [lines, from, to]);
  const bounds = useMemo(() => boundsOf(lines), [lines]);
  const [isPlaying, setIsPlaying] = useState(false);
  const [speed, setSpeed] = useState<ReplaySpeed>(10);
  const [map, setMap] = useState<Map>();
  const clock = useRef<ReplayClock>(undefined);
  const bar = useRef<HTMLInputElement>(null);
  const now = useRef<HTMLElement>(null);
  const figures = useRef(new globalThis.Map<string, HTMLElement>());
  useDrawing({
    lines,
    map,
    begin,
    end,
    clockRef: clock,
    barRef: bar,
    nowRef: now,
    figuresRef: figures,
    onTurn: setIsPlaying,
    stopped: t('replay.parked'),
    silent: t('trips.gap'),
  });
  useEffect(() => clock.current?.setSpeed(speed), [speed, map]);
  const toggle = () => (clock.current?.isPlaying ? clock.current.pause() : clock.current?.play());
  const step = (by: 1 | -1) => {
    const time = clock.current?.time ?? begin;
    const next =
      by === 1 ? moments.find((one) => one.time > time + 500) : moments.findLast((one) => one.time < time - 500);
    clock.current?.jump(next?.time ?? (by === 1 ? end : begin));
  };
  useShortcuts({ k: toggle, j: () => step(-1), l: () => step(1) });
  return (
    <div className={styles.space}>
      <section className={`sheet ${styles.picture}`} aria-label={t('replay.title')}>
        <MapBox
          label={t('replay.mapOf')}
          bounds={bounds}
          legend={
            <MapLegend>
              <SpeedLegend />
            </MapLegend>
          }
        >
          {(drawn) => <Lines map={drawn} lines={lines} onMap={setMap} />}
        </MapBox>
        <div className={styles.controls} dir="ltr">
          <input
            ref={bar}
            type="range"
            className={styles.bar}
            aria-label={t('replay.time')}
            min={0}
            max={Math.ceil((end - begin) / 1_000)}
            step={1}
            defaultValue={0}
            onChange={(event) => clock.current?.jump(begin + Number(event.currentTarget.value) * 1_000)}
          />
          <button type="button" className="btn d ic" aria-label={t('replay.previous')} onClick={() => step(-1)}>
            <IconPlayerSkipBack className="i s" aria-hidden="true" />
          </button>
          <button type="button" className="btn p" onClick={toggle}>
            {isPlaying ? (
              <IconPlayerPause className="i s" aria-hidden="true" />
            ) : (
              <IconPlayerPlay className="i s" aria-hidden="true" />
            )}
            {t(isPlaying ? 'replay.pause' : 'replay.play')}
          </button>
          <button type="button" className="btn d ic" aria-label={t('replay.next')} onClick={() => step(1)}>
            <IconPlayerSkipForward className="i s" aria-hidden="true" />
          </button>
          <label className="row">
            <span className="t2 sm">{t('replay.speed')}</span>
            <select
              className="inp"
              value={speed}
              onChange={(event) =>
                setSpeed(replaySpeeds.find((one) => String(one) === event.currentTarget.value) ?? 10)
              }
            >
              {replaySpeeds.map((one) => (
                <option key={one} value={one}>
                  {t('replay.times', { speed: one })}
                </option>
              ))}
            </select>
          </label>
          <bdi ref={now} className={`${styles.now} mid`} />
        </div>
        {replay.isCut ? <p className="alert info">{t('replay.cut')}</p> : null}
      </section>
      <aside className="sheet" aria-label={t('replay.details')}>
        <Vehicles lines={lines} figures={figures.current} />
        <Moments moments={moments} isMany={lines.length > 1} onJump={(time) => clock.current?.jump(time)} />
      </aside>
    </div>
  );
}

/** The vehicles, and what each does in this moment: written by the drawing. */
function Vehicles(props: { lines: readonly ReplayedLine[]; figures: globalThis.Map<string, HTMLElement> }) {
  const t = useT();
  return (
    <div className="sec">
      <h2 className="h2">{t('replay.vehicles')}</h2>
      <ul className={styles.list}>
        {props.lines.map(({ id, plate, plateUse }) => (
          <li key={id}>
            <Plate no={plate} use={plateUse} to={`/vehicle/${id}`} />
            <bdi
              className="t2 sm"
              ref={(element) => {
                if (element) props.figures.set(id, element);
                else props.figures.delete(id);
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** 'No signal, 16 min', 'Speeding: 118 in an 80, Expressway, 24 s', 'Entry: Depot'. */
function MomentText({ kind, name, seconds }: Pick<Moment, 'kind' | 'name' | 'seconds'>) {
  const t = useT();
  const word = t(`replay.kinds.${kind}`);
  const what = name === null ? word : t('replay.named', { what: word, name });
  return seconds === null ? what : t('trips.stopLine', { what, duration: durationText(seconds) });
}

const Moments = memo(
  function Moments(props: { moments: readonly Moment[]; isMany: boolean; onJump: (time: number) => void }) {
    const t = useT();
    return (
      <div className="sec">
        <h2 className="h2">{t('replay.events')}</h2>
        <ul className={styles.list}>
          {props.moments.map(({ key, time, plate, ...moment }) => (
            <li key={key}>
              <button type="button" className={styles.event} onClick={() => props.onJump(time)}>
                <bdi>
                  <MomentText {...moment} />
                  {props.isMany ? <span className="t3 sm"> {plate}</span> : null}
                </bdi>
                <bdi dir="ltr" className="t2">
                  {clockText(time)}
                </bdi>
              </button>
            </li>
          ))}
        </ul>
      </div>
    );
  },
  (one, other) => one.moments === other.moments && one.isMany === other.isMany,
);

const pictures = (): Pictures => ({
  isCalm: matchMedia('(prefers-reduced-motion: reduce)').matches,
  now: () => performance.now(),
  request: (draw) => requestAnimationFrame(draw),
  cancel: (picture) => cancelAnimationFrame(picture),
});

/** The tracks; it tells the page of its map once they are drawn. */
function Lines(props: { map: Map; lines: readonly ReplayedLine[]; onMap: (map: Map | undefined) => void }) {
  const { map, lines, onMap } = props;
  useReplayLines(map, lines);
  useEffect(() => {
    onMap(map);
    return () => onMap(undefined);
  }, [map, onMap]);
  return null;
}

/** Moves vehicles, bar and figures with the clock. Nothing of it is React's. */
function useDrawing(parts: {
  lines: readonly ReplayedLine[];
  map: Map | undefined;
  begin: number;
  end: number;
  clockRef: React.RefObject<ReplayClock | undefined>;
  barRef: React.RefObject<HTMLInputElement | null>;
  nowRef: React.RefObject<HTMLElement | null>;
  figuresRef: React.RefObject<globalThis.Map<string, HTMLElement>>;
  onTurn: (isPlaying: boolean) => void;
  stopped: string;
  silent: string;
}): void {
  const { lines, map, begin, end, clockRef, barRef, nowRef, figuresRef, onTurn, stopped, silent } = parts;
  useEffect(() => {
    const signs: ReplaySign[] = [];
    let isOver = false;
    const near = new Int32Array(lines.length).fill(-1);
    const place: ReplayPlace = { lat: 0, lon: 0, course: Number.NaN, kmh: Number.NaN, state: 'parked' };
    let second = -1;
    const tell = (time: number) => {
      const isNewSecond = Math.floor(time / 1_000) !== second;
      second = Math.floor(time / 1_000);
      for (const [at, { id, track }] of lines.entries()) {
        near[at] = placeAt(track, time, near[at] ?? -1, place);
        signs[at]?.move(place);
        if (!isNewSecond) continue;
        const figure = figuresRef.current.get(id);
        const word =
          place.state === 'parked'
            ? stopped
            : place.state === 'silent'
              ? silent
              : speedText(Number.isNaN(place.kmh) ? null : place.kmh);
        if (figure && figure.textContent !== word) figure.textContent = word;
      }
      if (!isNewSecond) return;
      if (nowRef.current) nowRef.current.textContent = exactClockText(time);
      if (barRef.current) {
        barRef.current.value = String(Math.round((time - begin) / 1_000));
        barRef.current.setAttribute('aria-valuetext', exactClockText(time));
      }
    };
    // The time stays when the map comes.
    const made = startClock(begin, end, tell, onTurn, pictures());
    const before = clockRef.current?.time;
    clockRef.current = made;
    made.jump(before ?? begin);
    if (map)
      void Promise.all(lines.map(({ plate }) => addSign(map, plate))).then((added) => {
        if (isOver) for (const sign of added) sign.remove();
        else {
          signs.push(...added);
          made.jump(made.time);
        }
      });
    return () => {
      isOver = true;
      made.stop();
      for (const sign of signs) sign.remove();
    };
  }, [lines, map, begin, end, clockRef, barRef, nowRef, figuresRef, onTurn, stopped, silent]);
}

function spanOf(lines: readonly ReplayedLine[], from: number, to: number): [number, number] {
  const firsts = lines.map(({ track }) => track.times[0] ?? to);
  const lasts = lines.map(({ track }) => track.times[track.count - 1] ?? from);
  const [first, last] = [Math.min(...firsts), Math.max(...lasts)];
  return last > first ? [first, last] : [from, to];
}

const boundsOf = (lines: readonly ReplayedLine[]) => ({
  minX: Math.min(...lines.map(({ track }) => track.bounds.minX)),
  minY: Math.min(...lines.map(({ track }) => track.bounds.minY)),
  maxX: Math.max(...lines.map(({ track }) => track.bounds.maxX)),
  maxY: Math.max(...lines.map(({ track }) => track.bounds.maxY)),
});
