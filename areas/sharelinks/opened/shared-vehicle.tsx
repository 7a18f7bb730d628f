import { useMemo } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { MapBox } from '#kit/web/map/map-box.tsx';
import { MapMarker } from '#kit/web/map/map-marker.tsx';
import { worldX, worldY } from '#kit/web/map/mercator.ts';
import { OffDuty, placeNameText } from '#kit/web/ui/place.tsx';
import { durationText, placeText, speedText } from '#kit/web/ui/units.ts';
import type { LinkPosition } from '../link-answers.contract.ts';
import { LinkFoot, LinkHead } from './shared-frame.tsx';
import { useNow } from './use-now.web.ts';
import type { LinkPage } from './use-shared-link.web.ts';
import styles from './shared.module.css';

/** As much of the world is in sight around the vehicle, to each side: some five kilometres, so that it stands near something. */
const around = 0.000_13;
/** A position older than this says where the vehicle was, not what it does. */
const oldS = 300;

/** Where the vehicle is, and how old that is. */
export function SharedVehicle({ page }: { page: Extract<LinkPage, { is: 'open' }> }) {
  const t = useT();
  const { link, position, isOffDuty, isLive, aheadMs } = page;
  const now = useNow(aheadMs);
  const ageS = position ? Math.max(0, (now - Date.parse(position.at)) / 1_000) : 0;
  const isOld = ageS > oldS;
  return (
    <>
      <section className={styles.map} aria-label={t('sharedPage.map', { plate: link.plate })}>
        {position ? (
          <PositionMap plate={link.plate} position={position} isOld={isOld} />
        ) : (
          <div className={styles.waiting} role="status">
            <p className="mid">{isOffDuty ? <OffDuty /> : t('sharedPage.waiting')}</p>
            <p className="t2">{t(isOffDuty ? 'sharedPage.offDutyText' : 'sharedPage.waitingText')}</p>
          </div>
        )}
      </section>
      <section className={`${styles.card} col`}>
        <LinkHead link={link}>
          {position ? (
            <span className={`st sm ${position.moving && !isOld ? 'ok' : 'off'}`}>
              {t(isOld ? 'sharedPage.old' : position.moving ? 'sharedPage.moving' : 'sharedPage.stopped')}
            </span>
          ) : null}
        </LinkHead>
        {position ? (
          <dl className="facts">
            <dt>{t('sharedPage.place')}</dt>
            <dd>
              <bdi title={placeText(position.lat, position.lon)}>
                {position.place ? placeNameText(position.place) : placeText(position.lat, position.lon)}
              </bdi>
            </dd>
            {link.showsSpeed && !isOld ? (
              <>
                <dt>{t('sharedPage.speed')}</dt>
                <dd>
                  <bdi>{speedText(position.kmh)}</bdi>
                </dd>
              </>
            ) : null}
          </dl>
        ) : null}
        <p className="sm t2">
          {position ? <bdi>{t('sharedPage.updated', { age: durationText(ageS) })}</bdi> : null}
          {position ? ' · ' : null}
          <span role="status">{t(isLive ? 'sharedPage.live' : 'sharedPage.reconnecting')}</span>
        </p>
        <LinkFoot link={link} now={now} />
      </section>
    </>
  );
}

function PositionMap({ plate, position, isOld }: { plate: string; position: LinkPosition; isOld: boolean }) {
  const t = useT();
  const { lat, lon } = position;
  // The same place, once more, does not move the map.
  const at = useMemo(() => ({ x: worldX(lon), y: worldY(lat) }), [lat, lon]);
  const bounds = useMemo(
    () => ({ minX: at.x - around, minY: at.y - around, maxX: at.x + around, maxY: at.y + around }),
    [at],
  );
  return (
    <MapBox label={t('sharedPage.map', { plate })} bounds={bounds} keep={at}>
      {(map) => (
        <MapMarker map={map} lat={lat} lon={lon}>
          <VehicleSign position={position} isOld={isOld} />
        </MapMarker>
      )}
    </MapBox>
  );
}

/** Round with a nose while it moves, a square while it stands, a dashed ring when that is not known any more. */
function VehicleSign({ position: { moving, course }, isOld }: { position: LinkPosition; isOld: boolean }) {
  return (
    <svg className={styles.sign} width={56} height={56} viewBox="-28 -28 56 56" data-old={isOld || undefined}>
      <circle className={styles.halo} r={24} />
      {isOld ? (
        <circle className={styles.old} r={10} />
      ) : moving ? (
        <path
          className={styles.moving}
          d={course === null ? 'M-12 0A12 12 0 1 1 12 0A12 12 0 1 1 -12 0Z' : 'M0 -16L8.8 -7.2A12 12 0 1 1 -8.8 -7.2Z'}
          transform={course === null ? undefined : `rotate(${course})`}
        />
      ) : (
        <rect className={styles.stopped} x={-10} y={-10} width={20} height={20} rx={5} />
      )}
    </svg>
  );
}
