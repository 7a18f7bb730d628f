import { IconFileImport, IconPencil, IconPolygon } from '@tabler/icons-react';
import type { Map } from 'maplibre-gl';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FormPartProps } from '#kit/web/catalogue/form/form-part.ts';
import { useT } from '#kit/web/i18n.ts';
import { MapBox } from '#kit/web/map/map-box.tsx';
import { MapMarker } from '#kit/web/map/map-marker.tsx';
import { store } from '#kit/web/storage/store.ts';
import { toast } from '#kit/web/toast.tsx';
import type { SimulatedEvent } from '../event-answers.contract.ts';
import {
  type GeofenceKind,
  type GeofenceShape,
  pointsText,
  readShape,
  shapeKinds,
} from '../geofence/shape.contract.ts';
import { usePlacesOf } from '../geofences.queries.ts';
import { startDrawing } from './drawing.web.ts';
import { type FoundShape, readShapes } from './read-file.web.ts';
import { boundsOf, useShapeLayers } from './shape-layers.web.ts';
import { SimulationPanel } from './simulation.tsx';
import styles from '../geofences.module.css';

const mostFileBytes = 2_000_000;

/** The map beside the fields: shows the shape that they hold, and fills them in when one is drawn or read from a file. */
export function ShapeFormPart({ values, set }: FormPartProps) {
  const t = useT();
  const typed = values as Partial<Record<'kind' | 'name' | 'orgId' | 'points' | 'widthM', unknown>>;
  const kind = shapeKinds.find((one) => one === typed.kind);
  const [points, width] = [String(typed.points ?? ''), String(typed.widthM ?? '')];
  const shape = useMemo(() => shapeIn(kind, points, width), [kind, points, width]);
  const [drawing, setDrawing] = useState<'new' | 'points'>();
  const [line, setLine] = useState<readonly (readonly [number, number])[]>();
  const [events, setEvents] = useState<readonly SimulatedEvent[]>([]);
  const take = (found: GeofenceShape) => {
    set('kind', found.kind);
    set('points', pointsText(found.points));
    if (found.kind !== 'POLYGON') set('widthM', String(found.widthM));
  };
  // While somebody draws, the map stays where they moved it.
  const whose = store.get('userData')?.kind === 'client' ? 'own' : String(typed.orgId ?? '');
  const { data: places } = usePlacesOf(whose, !shape && !line && !drawing);
  const bounds = useMemo(() => boundsOf(shape, line ?? places), [shape, line, places]);
  return (
    <div className={styles.drawing}>
      <div className={`sheet ${styles.map}`}>
        <MapBox label={t('geofences.map')} bounds={bounds}>
          {(map) => (
            <>
              <Shape map={map} shape={drawing ? undefined : shape} line={line} />
              {drawing ? (
                <Drawing
                  key={`${drawing} ${kind}`}
                  map={map}
                  kind={kind ?? 'POLYGON'}
                  given={drawing === 'points' ? shape : undefined}
                  onShape={(found, isNew) => {
                    take(found);
                    if (isNew) setDrawing(undefined);
                  }}
                />
              ) : null}
              {events.map((event) => (
                <MapMarker key={`${event.kind} ${event.at}`} map={map} lat={event.lat} lon={event.lon}>
                  <span className={`${styles.pin} ${event.raised ? '' : styles.quiet}`} />
                </MapMarker>
              ))}
            </>
          )}
        </MapBox>
      </div>
      <div className={styles.tools}>
        <div className="row wrap">
          {drawing ? (
            <button type="button" className="btn d" onClick={() => setDrawing(undefined)}>
              {t('geofences.done')}
            </button>
          ) : (
            <>
              <button type="button" className="btn d" onClick={() => setDrawing('new')}>
                <IconPolygon className="i s" aria-hidden="true" />
                {t(shape ? 'geofences.drawAgain' : 'geofences.draw')}
              </button>
              {shape && shape.kind !== 'CIRCLE' ? (
                <button type="button" className="btn g" onClick={() => setDrawing('points')}>
                  <IconPencil className="i s" aria-hidden="true" />
                  {t('geofences.movePoints')}
                </button>
              ) : null}
            </>
          )}
          <FileButton onShape={take} onName={(name) => (typed.name || name === '' ? undefined : set('name', name))} />
        </div>
        <p className="t2 sm" role="status">
          {drawing
            ? t(`geofences.how.${drawing === 'points' ? 'POINTS' : (kind ?? 'POLYGON')}`)
            : t('geofences.keyboard')}
        </p>
        <SimulationPanel values={values} onLine={setLine} onEvents={setEvents} />
      </div>
    </div>
  );
}

/** The shape of the fields, while they hold one. */
function shapeIn(kind: GeofenceKind | undefined, points: string, width: string): GeofenceShape | undefined {
  if (!kind || points.trim() === '') return undefined;
  const read = readShape(kind, points, width.trim() === '' ? null : Number(width));
  return 'shape' in read ? read.shape : undefined;
}

function Shape(props: {
  map: Map;
  shape: GeofenceShape | undefined;
  line: readonly (readonly [number, number])[] | undefined;
}) {
  useShapeLayers(props.map, props.shape, props.line);
  return null;
}

function Drawing(props: {
  map: Map;
  kind: GeofenceKind;
  given: GeofenceShape | undefined;
  onShape: (shape: GeofenceShape, isNew: boolean) => void;
}) {
  const { map, kind } = props;
  const latest = useRef(props);
  latest.current = props;
  // What was given when it began: the points that are moved become the shape with each move.
  const given = useRef(props.given);
  useEffect(() => {
    let end: (() => void) | undefined;
    let isOver = false;
    void startDrawing(map, kind, given.current, (shape, isNew) => latest.current.onShape(shape, isNew)).then((stop) => {
      end = stop;
      if (isOver) stop();
    });
    return () => {
      isOver = true;
      end?.();
    };
  }, [map, kind]);
  return null;
}

function FileButton(props: { onShape: (shape: GeofenceShape) => void; onName: (name: string) => void }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<readonly FoundShape[]>([]);
  const take = (one: FoundShape | undefined) => {
    if (!one) return;
    props.onShape(one.shape);
    props.onName(one.name);
  };
  const read = async (file: File | undefined) => {
    if (!file) return;
    const shapes =
      file.size > mostFileBytes
        ? []
        : await file
            .text()
            .then(readShapes)
            .catch(() => []);
    setFound(shapes);
    if (shapes.length === 0) toast.error(t('geofences.noShapes'));
    else take(shapes[0]);
  };
  return (
    <>
      <button type="button" className="btn g" onClick={() => input.current?.click()}>
        <IconFileImport className="i s" aria-hidden="true" />
        {t('geofences.import')}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('geofences.import')}
        accept=".geojson,.json,.kml,application/geo+json,application/vnd.google-earth.kml+xml"
        onChange={(event) => {
          void read(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      {found.length > 1 ? (
        <label className="labelled set">
          <span>{t('geofences.shapeOfFile')}</span>
          <select className="inp" onChange={(event) => take(found[Number(event.currentTarget.value)])}>
            {found.map(({ name }, at) => (
              <option key={at} value={at}>
                {name || t('geofences.shapeNumber', { number: at + 1 })}
              </option>
            ))}
          </select>
        </label>
      ) : null}
    </>
  );
}
