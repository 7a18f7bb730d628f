import { IconCopy, IconFileCode } from '@tabler/icons-react';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { formatDay, formatNumber, useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { toast } from '#kit/web/toast.tsx';
import { Older } from '#kit/web/ui/older.tsx';
import { useKept } from '#kit/web/storage/store.ts';
import { Empty } from '#kit/web/ui/parts.tsx';
import { useFrames } from './frames.queries.ts';
import type { DeviceFrame, FrameReading } from './positions.contract.ts';
import { OffDuty } from '#kit/web/ui/place.tsx';
import { exactClockText, placeText, speedText } from '#kit/web/ui/units.ts';
import styles from './frames.module.css';

/** What the device sent, byte for byte, and how it reads today. */
export function DeviceFrames({ row }: RecordTabProps) {
  const t = useT();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const pages = useFrames(row.id);
  const { data, error, refetch } = pages;
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const frames = data?.pages.flatMap((page) => page.data);
  const hidesOffDuty = data?.pages[0]?.hidesOffDuty ?? false;
  if (hidesOffDuty && !isStaff)
    return (
      <section className="sheet">
        <Empty
          icon={<IconFileCode aria-hidden="true" />}
          title={t('devices.framesHidden')}
          text={t('devices.framesHiddenText')}
        />
      </section>
    );
  return (
    <section className="sheet" aria-label={t('devices.frames')} aria-busy={!data}>
      {hidesOffDuty ? (
        <p className={styles.mark}>
          <OffDuty isMark />
        </p>
      ) : null}
      {frames?.length === 0 ? (
        <Empty
          icon={<IconFileCode aria-hidden="true" />}
          title={t('devices.noFrames')}
          text={t('devices.noFramesText')}
        />
      ) : (
        <ul className={styles.frames}>
          {frames?.map((frame) => <Frame key={frame.id} frame={frame} />) ?? (
            <li>
              <span className="sk" style={{ width: 260 }} />
            </li>
          )}
        </ul>
      )}
      <Older pages={pages} label={t('devices.older')} />
    </section>
  );
}

function Frame({ frame }: { frame: DeviceFrame }) {
  const t = useT();
  const { hex, text, refused, unread, readings, records, identity } = frame;
  const shown = text ?? hex.replaceAll(/(..)(?=.)/g, '$1 ');
  const isCut = hex.length < frame.bytes * 2;
  const copy = () => void navigator.clipboard.writeText(text ?? hex).then(() => toast.success(t('devices.copied')));
  return (
    <li>
      <div className={styles['frame-head']}>
        <time dateTime={frame.receivedAt} className="mid">
          <bdi>
            {formatDay(frame.receivedAt)}, {exactClockText(Date.parse(frame.receivedAt))}
          </bdi>
        </time>
        <bdi className="t2 sm">
          {frame.protocol.toUpperCase()},{' '}
          {t('devices.bytes', { count: frame.bytes, number: formatNumber(frame.bytes) })}
        </bdi>
        {refused ? <span className="tag st bad">{t('devices.refused')}</span> : null}
        {unread ? <span className="tag st due">{t('devices.unreadFrame', { kind: unread })}</span> : null}
        <button
          type="button"
          className="btn g ic sm"
          aria-label={t('devices.copyFrame', { time: exactClockText(Date.parse(frame.receivedAt)) })}
          onClick={copy}
        >
          <IconCopy className="i s" aria-hidden="true" />
        </button>
      </div>
      {refused ? <bdi className="sm">{refused}</bdi> : null}
      {identity && readings.length === 0 ? <bdi className="sm">{t('devices.names', { identity })}</bdi> : null}
      {!refused && !identity && readings.length === 0 ? (
        <span className="sm t2">{t('devices.saysNothing')}</span>
      ) : null}
      {readings.map((reading, at) => (
        <Reading key={at} reading={reading} />
      ))}
      {records > readings.length ? (
        <span className="t3 sm">{t('devices.moreRecords', { count: records - readings.length })}</span>
      ) : null}
      <bdi dir="ltr" className={styles['frame-bytes']}>
        {shown}
        {isCut && text === null ? ' …' : ''}
      </bdi>
    </li>
  );
}

/** A record of a frame in a line: when, where, how fast; alarms; and what else it says. */
function Reading({ reading: { fix, deviceTime, archived, alarms, attributes } }: { reading: FrameReading }) {
  const t = useT();
  const time = fix?.time ?? deviceTime;
  const said = [
    ...(time ? [`${formatDay(time)}, ${exactClockText(Date.parse(time))}`] : []),
    ...(fix ? [placeText(fix.lat, fix.lon), ...(fix.speedKmh === null ? [] : [speedText(fix.speedKmh)])] : []),
  ];
  const extra = Object.entries(attributes);
  return (
    <div className={`sm ${styles.reading}`}>
      <bdi dir="ltr">{said.length > 0 ? said.join(' · ') : t('devices.noFixIn')}</bdi>
      {fix && !fix.valid ? <span className="tag st due">{t('devices.unfit.invalid')}</span> : null}
      {archived ? <span className="tag">{t('devices.archived')}</span> : null}
      {alarms.map((alarm) => (
        <span key={alarm} className="tag st bad">
          <bdi>{alarm}</bdi>
        </span>
      ))}
      {extra.length > 0 ? (
        <bdi dir="ltr" className="t3">
          {extra
            .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
            .join(', ')}
        </bdi>
      ) : null}
    </div>
  );
}
