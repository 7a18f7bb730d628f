import { IconArrowsExchange, IconFileImport, IconPencil, IconRoute } from '@tabler/icons-react';
import type { Map } from 'maplibre-gl';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FormPartProps } from '#kit/web/catalogue/form/form-part.ts';
import { useT } from '#kit/web/i18n.ts';
import { toast } from '#kit/web/toast.tsx';
import { distanceText } from '#kit/web/ui/units.ts';
import { geometryOf, lengthOf, type LinePoint, readLine } from '../road/line.contract.ts';
import { startLine } from './line-drawing.web.ts';
import { RoadMap } from './road-map.tsx';
import styles from '../roads.module.css';

const mostFileBytes = 5_000_000;
const none: readonly LinePoint[] = [];

/** The line of a road above its fields: drawn, moved, turned round, typed point by point, or read from a file. */
export function LineFormPart({ values, errors, set, row, id }: FormPartProps) {
  const t = useT();
  const held = values as { geometry?: unknown };
  const stored = (row as { geometry?: unknown } | undefined)?.geometry;
  const points = useMemo(() => {
    const read = readLine(held.geometry ?? stored);
    return 'message' in read ? none : read.points;
  }, [held.geometry, stored]);
  const [drawing, setDrawing] = useState<'new' | 'points'>();
  const take = (found: readonly LinePoint[]) => set('geometry', geometryOf(found));
  const lines = useMemo(
    () => (drawing || points.length === 0 ? [] : [{ points, tone: 'road' as const }]),
    [drawing, points],
  );
  const error = errors['geometry'];
  return (
    <fieldset className={styles.drawing} aria-label={t('roads.line')}>
      <div className={`sheet ${styles.map}`}>
        <RoadMap label={t('roads.map')} lines={lines} sight={points}>
          {(map) =>
            drawing ? (
              <Drawing
                key={drawing}
                map={map}
                given={drawing === 'points' ? points : undefined}
                onLine={(found) => {
                  take(found);
                  if (drawing === 'new') setDrawing(undefined);
                }}
              />
            ) : null
          }
        </RoadMap>
      </div>
      <div className={styles.tools}>
        <div className="row wrap">
          {drawing ? (
            <button type="button" className="btn d" onClick={() => setDrawing(undefined)}>
              {t('roads.done')}
            </button>
          ) : (
            <>
              <button type="button" className="btn d" onClick={() => setDrawing('new')}>
                <IconRoute className="i s" aria-hidden="true" />
                {t(points.length > 0 ? 'roads.drawAgain' : 'roads.draw')}
              </button>
              {points.length > 0 ? (
                <>
                  <button type="button" className="btn g" onClick={() => setDrawing('points')}>
                    <IconPencil className="i s" aria-hidden="true" />
                    {t('roads.movePoints')}
                  </button>
                  <button type="button" className="btn g" onClick={() => take(points.toReversed())}>
                    <IconArrowsExchange className="i s" aria-hidden="true" />
                    {t('roads.reverse')}
                  </button>
                </>
              ) : null}
            </>
          )}
          <FileButton onLine={take} />
        </div>
        <p className="t2 sm" role="status">
          {drawing
            ? t(drawing === 'points' ? 'roads.howPoints' : 'roads.howLine')
            : points.length > 0
              ? t('roads.lineFacts', { count: points.length, length: distanceText(lengthOf(points)) })
              : t('roads.keyboard')}
        </p>
        <TypedPoints id={id} points={points} error={error ? String(error) : undefined} onPoints={take} />
      </div>
    </fieldset>
  );
}

function Drawing(props: {
  map: Map;
  given: readonly LinePoint[] | undefined;
  onLine: (points: readonly LinePoint[]) => void;
}) {
  const { map } = props;
  const latest = useRef(props.onLine);
  latest.current = props.onLine;
  // What was given when it began: points that are moved become the line with each move.
  const given = useRef(props.given);
  useEffect(() => {
    let end: (() => void) | undefined;
    let isOver = false;
    void startLine(map, given.current, (points) => latest.current(points)).then((stop) => {
      end = stop;
      if (isOver) stop();
    });
    return () => {
      isOver = true;
      end?.();
    };
  }, [map]);
  return null;
}

const textOfPoints = (points: readonly LinePoint[]) =>
  points.map(([lat, lon]) => `${lat.toFixed(6)}, ${lon.toFixed(6)}`).join('\n');

/** The line as text, a point on each row: the way to it by keyboard. */
function TypedPoints(props: {
  id: string;
  points: readonly LinePoint[];
  error: string | undefined;
  onPoints: (points: readonly LinePoint[]) => void;
}) {
  const t = useT();
  const { id, points, onPoints } = props;
  const [typed, setTyped] = useState<string>();
  const [wrong, setWrong] = useState<string>();
  const shown = props.error ?? wrong;
  const leave = () => {
    if (typed === undefined) return;
    const rows = typed.split('\n').filter((line) => line.trim() !== '');
    const pairs = rows.map((line) =>
      line
        .split(/[\s,;]+/)
        .filter(Boolean)
        .map(Number),
    );
    const read = readLine({ type: 'LineString', coordinates: pairs.map(([lat, lon]) => [lon, lat]) });
    setWrong('message' in read ? read.message : undefined);
    if ('message' in read) return;
    onPoints(read.points);
    setTyped(undefined);
  };
  return (
    <div className="fld">
      <label htmlFor={`${id}-geometry`}>{t('roads.points')}</label>
      <textarea
        id={`${id}-geometry`}
        className="inp"
        rows={6}
        dir="ltr"
        value={typed ?? textOfPoints(points)}
        aria-invalid={shown ? true : undefined}
        aria-describedby={`${id}-geometry-about`}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={leave}
      />
      <span className={shown ? 'errm' : 'help'} id={`${id}-geometry-about`}>
        {shown ?? t('roads.pointsHelp')}
      </span>
    </div>
  );
}

function FileButton({ onLine }: { onLine: (points: readonly LinePoint[]) => void }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
    const text = file.size > mostFileBytes ? '' : await file.text();
    const found = firstLine(text);
    if (typeof found === 'string') toast.error(found === '' ? t('roads.noLine') : found);
    else onLine(found);
  };
  return (
    <>
      <button type="button" className="btn g" onClick={() => input.current?.click()}>
        <IconFileImport className="i s" aria-hidden="true" />
        {t('roads.fromFile')}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('roads.fromFile')}
        accept=".geojson,.json,application/geo+json"
        onChange={(event) => {
          void read(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

interface Feature {
  type?: string;
  geometry?: unknown;
  features?: Feature[];
}

/** The first line of a GeoJSON text, or what is wrong with it; empty where there is none. */
function firstLine(text: string): LinePoint[] | string {
  let file: Feature;
  try {
    file = JSON.parse(text) as Feature;
  } catch {
    return '';
  }
  const all = file.type === 'FeatureCollection' ? (file.features ?? []) : [file];
  const lines = all
    .map((one) => (one.type === 'Feature' ? one.geometry : one) as { type?: string } | null)
    .filter((one) => one?.type === 'LineString');
  const read = lines[0] && readLine(lines[0]);
  return read ? ('message' in read ? read.message : read.points) : '';
}
