import type { PlainTextKey } from '#kit/web/texts/texts.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Code } from '#kit/web/ui/parts.tsx';
import { Ago, When } from '#kit/web/ui/when.tsx';
import { BindDevice } from '../installations/install-device.dialog.tsx';
import { useDeviceHealth } from '../devices.queries.ts';
import { clockOffText, DeviceState, powerText, Problems } from '../device-status.tsx';
import { TakeOutDevice } from '../installations/remove-device.dialog.tsx';
import { DeviceClock } from './device-clock.tsx';
import type { device } from './device.contract.ts';
import styles from '../devices.module.css';

/** What a single device says beside its fields; lists do not. */
interface DeviceDetails {
  situation: string;
  situationNote: string | null;
  boundSince: string | null;
}

/** How the device is, in which vehicle, and what can be done about either. */
export function DeviceOverview({ definition, row }: RecordTabProps<typeof device>) {
  const t = useT();
  const can = useCan();
  const { data } = useDeviceHealth(row.id);
  const [act, setAct] = useState<'bind' | 'takeOut'>();
  const mayAct = can('device', 'edit', row);
  const details: Pick<typeof row, 'id'> & Partial<DeviceDetails> = row;
  const { vehicle } = row;
  const retired = details.situation === 'RETIRED';
  const close = () => setAct(undefined);
  return (
    <section className={`sheet sec ${styles['device-now']}`} aria-labelledby="device-now">
      <div className={styles.answer}>
        <h2 className="h2" id="device-now">
          {t('devices.now')}
        </h2>
        <p className={styles.said} role="status">
          <DeviceState state={data?.state ?? row.state} />
        </p>
        <p className="t3 sm">
          {data?.lastSeenAt ? (
            <>
              {t('devices.heard')} <Ago at={data.lastSeenAt} />
            </>
          ) : (
            t('devices.neverHeard')
          )}
        </p>
        {data && data.problems.length > 0 ? <Problems problems={data.problems} /> : null}
      </div>
      <div className="grow" style={{ minWidth: 0 }}>
        <dl className="facts sm">
          <dt>{t('devices.vehicle')}</dt>
          <dd>
            {vehicle ? (
              <>
                {can('vehicle', 'view') ? (
                  <Link to={`/vehicle/${vehicle.id}`}>
                    <Code>{vehicle.label}</Code>
                  </Link>
                ) : (
                  <Code>{vehicle.label}</Code>
                )}
                {details.boundSince ? (
                  <span className="t3">
                    {' '}
                    {t('devices.since')} <When at={details.boundSince} />
                  </span>
                ) : null}
              </>
            ) : (
              <span className="t3">{t('devices.inNone')}</span>
            )}
          </dd>
          {data ? <HealthFacts health={data} /> : null}
          {details.situationNote ? (
            <>
              <dt>{t('devices.whatHappened')}</dt>
              <dd>
                <bdi>{details.situationNote}</bdi>
              </dd>
            </>
          ) : null}
        </dl>
        {data ? <DeviceClock definition={definition} row={row} health={data} mayAct={mayAct} /> : null}
        {mayAct && (vehicle || (!retired && row.status === 1)) ? (
          <div className={`row wrap ${styles['device-acts']}`}>
            {retired ? null : (
              <button type="button" className="btn d" onClick={() => setAct('bind')}>
                {t(vehicle ? 'devices.move' : 'devices.bind')}
              </button>
            )}
            {vehicle ? (
              <button type="button" className="btn d" onClick={() => setAct('takeOut')}>
                {t('devices.takeOut')}
              </button>
            ) : null}
          </div>
        ) : null}
      </div>
      {act === 'bind' ? <BindDevice definition={definition} row={row} onClose={close} /> : null}
      {act === 'takeOut' ? <TakeOutDevice row={row} onClose={close} /> : null}
    </section>
  );
}

/** What the device says of itself; what it never said is left out. */
function HealthFacts({ health }: { health: NonNullable<ReturnType<typeof useDeviceHealth>['data']> }) {
  const t = useT();
  const clock = clockOffText(t, health.clockOffsetS);
  const lines: [PlainTextKey, ReactNode][] = [
    ['devices.power', powerText(t, health)],
    ['devices.clock', clock],
    [
      'devices.connection',
      health.protocol
        ? `${health.protocol.toUpperCase()} · ${t(health.connected ? 'devices.connected' : 'devices.notConnected')}`
        : undefined,
    ],
  ];
  return lines.map(([name, said]) =>
    said === undefined ? null : (
      <div key={name} style={{ display: 'contents' }}>
        <dt>{t(name)}</dt>
        <dd>
          <bdi>{said}</bdi>
        </dd>
      </div>
    ),
  );
}
