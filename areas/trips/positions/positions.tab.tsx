import { IconMapPinOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { formatDay, useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import { Older } from '#kit/web/ui/older.tsx';
import { Empty } from '#kit/web/ui/parts.tsx';
import { useFixes } from './positions.queries.ts';
import type { DevicePosition } from '#areas/gateway/positions/positions.contract.ts';
import { OffDuty } from '#kit/web/ui/place.tsx';
import { exactClockText, placeText, speedText } from '#kit/web/ui/units.ts';
import { type Track, trackOf } from '../track/track-model.web.ts';
import { TrackMap } from '../track/track-map.tsx';
import '#kit/web/catalogue/catalogue.css';
import { SideScroll } from '#kit/web/list/side-scroll.tsx';
import styles from '../trips.module.css';

const noStops: never[] = [];

/** Where the device said it was, the latest first; and why a fix drives nothing. */
export function DeviceFixes({ row }: RecordTabProps) {
  const t = useT();
  const pages = useFixes(row.id);
  const { data, error, refetch } = pages;
  const isSmall = useMedia(smallScreen);
  const [cursor, setCursor] = useState<number>();
  const fixes = useMemo(() => data?.pages.flat() ?? [], [data]);
  // On the map they stand by time; what drives nothing would lead it astray.
  const driving = useMemo(() => fixes.filter(({ unfit }) => unfit === null).toReversed(), [fixes]);
  const track = useMemo(() => asTrack(driving), [driving]);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (data && fixes.length === 0)
    return (
      <section className="sheet">
        <Empty
          icon={<IconMapPinOff aria-hidden="true" />}
          title={t('devices.noFixes')}
          text={t('devices.noFixesText')}
        />
      </section>
    );
  const at = cursor === undefined ? undefined : Math.min(cursor, track.count - 1);
  const look = (fix: DevicePosition) => setCursor(fix.unfit === null ? driving.indexOf(fix) : undefined);
  return (
    <section className={`sheet ${styles.fixes}`} aria-label={t('devices.fixes')} aria-busy={!data}>
      {track.count > 0 ? (
        <TrackMap
          label={t('devices.fixesOf', { title: row.title })}
          track={track}
          stops={noStops}
          isLive
          names={[t('devices.oldest'), t('devices.latest')]}
          cursor={at}
          onCursor={setCursor}
          focus={undefined}
        />
      ) : null}
      {isSmall ? (
        <ul className={`cards ${styles['fix-cards']}`}>
          {fixes.map((fix) => (
            <li key={fix.fixAt}>
              <FixTime fix={fix} />
              <Drives fix={fix} />
              <span className="more">
                <FixPlace fix={fix} />
                <bdi>{speedText(fix.speedKmh)}</bdi>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <SideScroll>
          <table className={`tbl plain ${styles['fix-table']}`}>
            <thead>
              <tr>
                <th scope="col">{t('trips.time')}</th>
                <th scope="col">{t('trips.place')}</th>
                <th scope="col" className="num">
                  {t('devices.speed')}
                </th>
                <th scope="col" className="num">
                  {t('devices.course')}
                </th>
                <th scope="col" className="num">
                  {t('devices.satellites')}
                </th>
                <th scope="col">{t('devices.ignition')}</th>
                <th scope="col">{t('devices.drives')}</th>
              </tr>
            </thead>
            <tbody>
              {fixes.map((fix) => (
                <tr
                  key={fix.fixAt}
                  className={at !== undefined && driving[at] === fix ? 'sel' : undefined}
                  onPointerEnter={() => look(fix)}
                >
                  <td>
                    <FixTime fix={fix} />
                  </td>
                  <td>
                    <FixPlace fix={fix} />
                  </td>
                  <td className="num">
                    <bdi>{speedText(fix.speedKmh)}</bdi>
                  </td>
                  <td className="num">{fix.course === null ? '–' : <bdi dir="ltr">{Math.round(fix.course)}°</bdi>}</td>
                  <td className="num">
                    {fix.satellites ??
                      (fix.accuracyM === null ? (
                        '–'
                      ) : (
                        <bdi>± {t('trips.metres', { metres: Math.round(fix.accuracyM) })}</bdi>
                      ))}
                  </td>
                  <td>{fix.ignition === null ? '–' : t(fix.ignition ? 'devices.on' : 'devices.off')}</td>
                  <td>
                    <Drives fix={fix} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </SideScroll>
      )}
      <Older pages={pages} label={t('devices.older')} />
    </section>
  );
}

function FixTime({ fix }: { fix: DevicePosition }) {
  const t = useT();
  return (
    <time dateTime={fix.fixAt} className="row">
      <bdi>
        {formatDay(fix.fixAt)}, {exactClockText(Date.parse(fix.fixAt))}
      </bdi>
      {fix.archived ? <span className="tag">{t('devices.archived')}</span> : null}
    </time>
  );
}

/** Where it was; staff are told that the client does not see it. */
const FixPlace = ({ fix }: { fix: DevicePosition }) => (
  <>
    <bdi dir="ltr" className="mono">
      {placeText(fix.lat, fix.lon)}
    </bdi>
    {fix.isOffDuty ? (
      <span className={styles.where}>
        <OffDuty isMark />
      </span>
    ) : null}
  </>
);

/** A fix that drives something is quiet. */
function Drives({ fix }: { fix: DevicePosition }) {
  const t = useT();
  return fix.unfit === null ? (
    <span className="t2">{t('devices.used')}</span>
  ) : (
    <span className="tag st due">{t(`devices.unfit.${fix.unfit}`)}</span>
  );
}

const asTrack = (fixes: readonly DevicePosition[]): Track =>
  trackOf(
    fixes.map((fix) => ({
      fixAt: Date.parse(fix.fixAt),
      latE7: Math.round(fix.lat * 1e7),
      lonE7: Math.round(fix.lon * 1e7),
      speedCkmh: fix.speedKmh === null ? null : Math.round(fix.speedKmh * 100),
      courseDdeg: fix.course === null ? null : Math.round(fix.course * 10),
      accuracyCm: null,
    })),
    noStops,
  );
