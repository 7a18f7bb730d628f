import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { groundSources } from './ground-sources.ts';
import type { useMap } from './use-map.ts';
import './map-engine.css';
import styles from './map.module.css';

interface Props {
  /** The engine lays its own parts into it. */
  place: RefObject<HTMLDivElement | null>;
  made: ReturnType<typeof useMap>;
  onAll: () => void;
  /** What a browser says that draws no maps. */
  failed?: string;
  /** The whole place it stands in, and its buttons at its foot. */
  isFull?: boolean;
  /** A picture, without buttons. */
  isStill?: boolean;
  /** Stands over the map, at its foot. */
  legend?: ReactNode;
  children?: ReactNode;
}

/** The place of a map with what every map has: buttons to zoom, whose ground it is, and what went wrong. */
export function MapFrame({ place, made, onAll, failed, isFull = false, isStill = false, legend, children }: Props) {
  const t = useT();
  const { state, map, ground, streets, noteMoved } = made;
  const zoom = (by: 1 | -1) => {
    noteMoved(true);
    map?.easeTo({ zoom: map.getZoom() + by, duration: 200 });
  };
  return (
    <div className={`${styles.map} ${isFull ? styles.full : ''}`} dir="ltr">
      <div ref={place} className={styles.box} aria-busy={state.is === 'coming'} />
      {children}
      {state.is === 'failed' ? (
        <p className={`${styles.failed} t2`} role="status">
          {failed ?? t('map.failed')}
        </p>
      ) : isStill ? null : (
        <div className={styles.zoom}>
          <button type="button" className="btn g ic" aria-label={t('map.in')} onClick={() => zoom(1)}>
            <IconPlus className="i s" aria-hidden="true" />
          </button>
          <button type="button" className="btn g ic" aria-label={t('map.out')} onClick={() => zoom(-1)}>
            <IconMinus className="i s" aria-hidden="true" />
          </button>
          <button type="button" className="btn g ic" aria-label={t('map.all')} onClick={onAll}>
            <IconMaximize className="i s" aria-hidden="true" />
          </button>
        </div>
      )}
      {legend ? <div className={styles.foot}>{legend}</div> : null}
      {ground.isFailed ? (
        <p className={`${styles['tiles-failed']} sm`} role="status">
          {t('map.tilesFailed')}
        </p>
      ) : null}
      {state.is === 'failed' ? null : (
        <small className={`${styles.sources} ${isStill ? styles.brief : ''}`}>
          {ground.attribution ?? [groundSources, streets].filter(Boolean).join(' · ')}
        </small>
      )}
    </div>
  );
}
