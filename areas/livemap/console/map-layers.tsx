import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Map } from 'maplibre-gl';
import { useT } from '#kit/web/i18n.ts';
import { TileLines } from '#kit/web/map/tile-lines.tsx';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { roadSources, roadTiles } from '#areas/roads/tiles/road-tiles.contract.ts';
import styles from '../livemap.module.css';
import { FenceLayers, type PickedFence } from './fence-layers.tsx';
import type { MapAddress } from './use-console.web.ts';

interface Props {
  map: Map;
  address: MapAddress;
  /** The geofence that was pointed at. */
  fence: PickedFence | undefined;
  onFence: (fence: PickedFence | undefined) => void;
}

/** What is drawn below the vehicles, each for those who may see it, and what switches it. */
export function MapLayers({ map, address, fence, onFence }: Props) {
  const t = useT();
  const can = useCan();
  const [maySeeRoads, maySeeFences] = [can('road', 'view'), can('geofence', 'view')];
  const [areFencesShown, showFences] = useKept('mapGeofences');
  if (!maySeeRoads && !maySeeFences) return null;
  return (
    <>
      {address.hasRoads && maySeeRoads ? <TileLines map={map} {...roadTiles} /> : null}
      {areFencesShown && maySeeFences ? <FenceLayers map={map} /> : null}
      <div className={`${styles.layers} sm`} dir="auto">
        {maySeeFences ? (
          <label className={styles.layer}>
            <input
              type="checkbox"
              checked={areFencesShown}
              onChange={(event) => {
                showFences(event.currentTarget.checked);
                onFence(undefined);
              }}
            />
            {t('livemap.fences')}
          </label>
        ) : null}
        {maySeeRoads ? (
          <label className={styles.layer}>
            <input
              type="checkbox"
              checked={address.hasRoads}
              onChange={(event) => address.ask({ roads: event.currentTarget.checked ? '1' : undefined })}
            />
            {t('livemap.roads')}
            {address.hasRoads ? <small className="t2 xs">{roadSources}</small> : null}
          </label>
        ) : null}
        {fence && areFencesShown ? (
          <div className={styles.fence} role="status">
            <span>
              <span className="t3 xs">{t('livemap.fence')}</span>
              <Link to={`/geofence/${fence.id}` as string}>
                <bdi>{fence.name}</bdi>
              </Link>
            </span>
            <button
              type="button"
              className="btn g ic sm"
              aria-label={t('livemap.closeFence')}
              onClick={() => onFence(undefined)}
            >
              <IconX className="i s" aria-hidden="true" />
            </button>
          </div>
        ) : null}
      </div>
    </>
  );
}
