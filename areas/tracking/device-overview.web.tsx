import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { RecordTabProps } from '#kit/web/catalogue/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Code } from '#kit/web/ui/parts.tsx';
import { Ago, When } from '#kit/web/ui/when.tsx';
import { BindDevice } from './bind-device.web.tsx';
import { useDeviceHealth } from './device-calls.web.ts';
import { clockOffText, DeviceState, powerText, Problems } from './device-words.web.tsx';
import { TakeOutDevice } from './take-out-device.web.tsx';
import './tracking.css';

/** How the device is, in which vehicle, and what can be done about either. */
export function DeviceOverview({ definition, row }: RecordTabProps) {
  const t = useT();
  const can = useCan();
  const { data } = useDeviceHealth(row.id);
  const [act, setAct] = useState<'bind' | 'takeOut'>();
  const mayAct = can('device', 'edit', row);
  const details = row as unknown as { situation?: string; situationNote?: string | null; boundSince?: string | null };
  const vehicle = row['vehicle'] as { id: string; label: string } | null;
  const retired = details.situation === 'RETIRED';
  const close = () => setAct(undefined);
  return (
    <section className="sheet sec device-now" aria-labelledby="device-now">
      <div className="answer">
        <h2 className="h2" id="device-now">
          {t('devices.now')}
        </h2>
        <p className="said" role="status">
          <DeviceState state={data?.state ?? String(row['state'])} />
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
          {data ? <Told health={data} /> : null}
          {details.situationNote ? (
            <>
              <dt>{t('devices.whatHappened')}</dt>
              <dd>
                <bdi>{details.situationNote}</bdi>
              </dd>
            </>
          ) : null}
        </dl>
        {mayAct && (vehicle || (!retired && row.status === 1)) ? (
          <div className="row wrap device-acts">
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
function Told({ health }: { health: NonNullable<ReturnType<typeof useDeviceHealth>['data']> }) {
  const t = useT();
  const clock = clockOffText(t, health.clockOffsetS);
  const lines: [string, ReactNode][] = [
    ['power', powerText(t, health)],
    ['clock', clock],
    [
      'connection',
      health.protocol
        ? `${health.protocol.toUpperCase()} · ${t(health.connected ? 'devices.connected' : 'devices.notConnected')}`
        : undefined,
    ],
  ];
  return lines.map(([name, said]) =>
    said === undefined ? null : (
      <div key={name} style={{ display: 'contents' }}>
        <dt>{t(`devices.${name}`)}</dt>
        <dd>
          <bdi>{said}</bdi>
        </dd>
      </div>
    ),
  );
}
