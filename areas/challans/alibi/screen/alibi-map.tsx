import type { Map, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useMemo, useRef } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { MapBox } from '#kit/web/map/map-box.tsx';
import { LegendSign, MapLegend } from '#kit/web/map/map-legend.tsx';
import { MapMarker } from '#kit/web/map/map-marker.tsx';
import { boundsOf, type MarkedPlace, useAlibiLayers } from './alibi-layers.web.ts';
import type { AlibiFacts } from '../alibi.contract.ts';
import styles from './alibi.module.css';

/** The place with what is meant by it, the positions around that time, and how far they are from it. */
export function AlibiMap(props: {
  place: MarkedPlace | undefined;
  facts: AlibiFacts | undefined;
  onPress?: (lat: number, lon: number) => void;
}) {
  const { place, facts, onPress } = props;
  const t = useT();
  const bounds = useMemo(() => boundsOf(place, facts), [place, facts]);
  return (
    <MapBox label={t('alibi.map')} bounds={bounds} legend={facts && facts.fixes.length > 0 ? <Legend /> : undefined}>
      {(map) => (
        <>
          <Layers map={map} place={place} facts={facts} />
          {onPress ? <Presses map={map} onPress={onPress} /> : null}
          {place ? (
            <MapMarker map={map} lat={place.lat} lon={place.lon}>
              <svg className={styles.pin} width={28} height={56} viewBox="-14 -28 28 56">
                <path d="M0 0C-3 -8 -10 -11 -10 -18A10 10 0 0 1 10 -18C10 -11 3 -8 0 0Z" />
                <circle cy={-18} r={3.6} />
              </svg>
            </MapMarker>
          ) : null}
          {facts ? <Ends map={map} facts={facts} /> : null}
        </>
      )}
    </MapBox>
  );
}

function Layers({ map, place, facts }: { map: Map; place: MarkedPlace | undefined; facts: AlibiFacts | undefined }) {
  useAlibiLayers(map, place, facts);
  return null;
}

function Presses({ map, onPress }: { map: Map; onPress: (lat: number, lon: number) => void }) {
  const latest = useRef(onPress);
  latest.current = onPress;
  useEffect(() => {
    const press = ({ lngLat }: MapMouseEvent) => latest.current(lngLat.lat, lngLat.lng);
    map.on('click', press);
    return () => void map.off('click', press);
  }, [map]);
  return null;
}

/** The positions before and after, with what they are. */
function Ends({ map, facts: { before, after } }: { map: Map; facts: AlibiFacts }) {
  const t = useT();
  const isOne = before !== null && before.at === after?.at;
  return (
    <>
      {before ? (
        <MapMarker map={map} lat={before.lat} lon={before.lon}>
          <span className={styles.end}>{t(isOne ? 'alibi.at' : 'alibi.before')}</span>
        </MapMarker>
      ) : null}
      {after && !isOne ? (
        <MapMarker map={map} lat={after.lat} lon={after.lon}>
          <span className={styles.end}>{t('alibi.after')}</span>
        </MapMarker>
      ) : null}
    </>
  );
}

function Legend() {
  const t = useT();
  return (
    <MapLegend>
      <LegendSign name={t('alibi.legendPlace')}>
        <circle r={7} className={styles['sign-place']} />
      </LegendSign>
      <LegendSign name={t('alibi.legendTrace')}>
        <path d="M-9 0H9" className={styles['sign-trace']} />
      </LegendSign>
      <LegendSign name={t('alibi.legendLine')}>
        <path d="M-9 0H9" className={styles['sign-away']} />
      </LegendSign>
    </MapLegend>
  );
}
