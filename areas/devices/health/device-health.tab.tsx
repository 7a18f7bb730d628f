import type { ReactNode } from 'react';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import type { PlainTextKey } from '#kit/web/texts/texts.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { Ago, When } from '#kit/web/ui/when.tsx';
import { useDeviceHealth } from '../devices.queries.ts';
import type { DeviceHealth } from './health.contract.ts';
import { clockOffText, powerText, problemTones } from '../device-status.tsx';
import { durationText } from '#kit/web/ui/units.ts';
import styles from '../devices.module.css';

/** What is heard of the device, how well, and what is wrong with it and what to do. */
export function DeviceHealthTab({ row }: RecordTabProps) {
  const t = useT();
  const { data, error, refetch } = useDeviceHealth(row.id);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <div className="record">
      <section className="sheet" aria-label={t('devices.health')} aria-busy={!data}>
        {data ? (
          <>
            <div className="sec">
              <h2 className="h2">{t('devices.wrong')}</h2>
              {data.problems.length === 0 ? (
                <p className={`t2 ${styles['problem-lines']}`}>{t('devices.nothingWrong')}</p>
              ) : null}
              <ul className={styles['problem-lines']}>
                {data.problems.map((problem) => (
                  <li key={problem}>
                    <span className={`st ${problemTones[problem]}`}>{t(`devices.problem.${problem}`)}</span>
                    <span className="t2 sm">{t(`devices.todo.${problem}`)}</span>
                  </li>
                ))}
              </ul>
            </div>
            <div className="sec">
              <Facts health={data} />
            </div>
          </>
        ) : (
          <span className="sk" style={{ margin: 20 }} aria-hidden="true" />
        )}
      </section>
      {data ? <Day day={data.day} /> : null}
    </div>
  );
}

function Facts({ health }: { health: DeviceHealth }) {
  const t = useT();
  const number = (value: number) => <bdi>{formatNumber(value)}</bdi>;
  const time = (at: string | null) =>
    at ? (
      <>
        <When at={at} />{' '}
        <span className="t3">
          (<Ago at={at} />)
        </span>
      </>
    ) : undefined;
  const facts: [PlainTextKey, ReactNode][] = [
    ['devices.lastSeen', time(health.lastSeenAt)],
    ['devices.lastFix', time(health.lastFixAt)],
    ['devices.interval', t('devices.every', { interval: durationText(health.intervalS) })],
    ['devices.protocolName', health.protocol?.toUpperCase()],
    [
      'devices.connection',
      health.protocol ? t(health.connected ? 'devices.connected' : 'devices.notConnected') : undefined,
    ],
    ['devices.address', health.address ? <bdi dir="ltr">{health.address}</bdi> : undefined],
    ['devices.proof', health.protocol ? t(health.proven ? 'devices.proven' : 'devices.notProven') : undefined],
    ['devices.power', powerText(t, health)],
    ['devices.clock', clockOffText(t, health.clockOffsetS)],
    [
      'devices.lastAlarm',
      health.lastAlarm ? (
        <>
          <bdi>{health.lastAlarm}</bdi> {health.lastAlarmAt ? <Ago at={health.lastAlarmAt} /> : null}
        </>
      ) : (
        t('devices.noAlarm')
      ),
    ],
    ['devices.framesCount', number(health.frames)],
    ['devices.badFrames', number(health.badFrames)],
    ['devices.badChecksums', number(health.badChecksums)],
    [
      'devices.unread',
      health.unreadKinds.length === 0 ? (
        number(0)
      ) : (
        <bdi dir="ltr">
          {health.unreadKinds
            .map(({ kind, frames }) => t('devices.unreadKind', { kind, number: formatNumber(frames) }))
            .join(', ')}
        </bdi>
      ),
    ],
    ['devices.unfitFixes', number(health.unfitFixes)],
    ['devices.jumps', number(health.jumps)],
  ];
  return (
    <dl className="facts grid">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{value ?? <span className="t3">{t('devices.notSaid')}</span>}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Fixes of the last 24 hours, and why some drive nothing. */
function Day({ day }: { day: DeviceHealth['day'] }) {
  const t = useT();
  return (
    <section className="sheet sec" aria-label={t('devices.lastDay')}>
      <h2 className="h2" style={{ marginBlockEnd: 10 }}>
        {t('devices.lastDay')}
      </h2>
      <dl className="facts sm">
        <dt>{t('trips.fixes')}</dt>
        <dd>
          <bdi>{formatNumber(day.fixes)}</bdi>
        </dd>
        {day.unfit.map(({ reason, fixes }) => (
          <div key={reason} style={{ display: 'contents' }}>
            <dt>{t('devices.notUsed', { reason: t(`devices.unfit.${reason}`) })}</dt>
            <dd>
              <bdi>{formatNumber(fixes)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {day.fixes > 0 && day.unfit.length === 0 ? (
        <p className={`t2 sm ${styles['all-used']}`}>{t('devices.allUsed')}</p>
      ) : null}
    </section>
  );
}
