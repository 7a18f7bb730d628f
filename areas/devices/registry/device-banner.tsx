import { Link, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { inSentence } from '#kit/contract/catalogue.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { type Reason, RecordBanner } from '#kit/web/catalogue/record/banner.tsx';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Ago } from '#kit/web/ui/when.tsx';
import { BindDevice } from '../installations/install-device.dialog.tsx';
import { useDeviceHealth } from '../devices.queries.ts';
import type { DeviceHealth } from '../health/health.contract.ts';
import { DeviceState, powerText, problemTones, stateTone } from '../device-status.tsx';
import { DeviceClock } from './device-clock.tsx';
import type { device } from './device.contract.ts';
import type { DeviceDetails } from './device-facts.web.ts';

/** How the device is, what is wrong with it, and what to do next: above every tab of the device. */
export function DeviceBanner({ definition, row }: RecordTabProps<typeof device>) {
  const t = useT();
  const can = useCan();
  const { data } = useDeviceHealth(row.id);
  const [installing, setInstalling] = useState(false);
  const details: Pick<typeof row, 'id'> & Partial<DeviceDetails> = row;
  const next = useNextButton(row, details, (data?.problems.length ?? 0) > 0, () => setInstalling(true));
  const state = data?.state ?? row.state;
  const lastSeenAt = data ? data.lastSeenAt : row.lastSeenAt;
  return (
    <RecordBanner
      title={t('devices.now')}
      tone={stateTone(state)}
      answer={<DeviceState state={state} />}
      under={
        lastSeenAt ? (
          <bdi>
            {t('devices.heard')} <Ago at={lastSeenAt} />
          </bdi>
        ) : (
          t('devices.neverHeard')
        )
      }
      reasons={data?.problems.map(
        (problem): Reason => ({
          key: problem,
          tone: problemTones[problem],
          text: t(`devices.problem.${problem}`),
          step: <bdi className="t2 sm">{t(`devices.todo.${problem}`)}</bdi>,
        }),
      )}
      noReason={t('devices.nothingWrong')}
      next={next}
    >
      {details.situationNote ? (
        <p className="t2 sm">
          <bdi>{details.situationNote}</bdi>
        </p>
      ) : null}
      {data ? (
        <p className="t2 sm">
          <bdi>{[powerText(t, data), connectionOf(t, data)].filter(Boolean).join(' · ')}</bdi>
        </p>
      ) : null}
      {data ? (
        <DeviceClock definition={definition} row={row} health={data} mayAct={can('device', 'edit', row)} />
      ) : null}
      {installing ? <BindDevice definition={definition} row={row} onClose={() => setInstalling(false)} /> : null}
    </RecordBanner>
  );
}

/** 'GT06, connected'; undefined where it never was. */
const connectionOf = (t: ReturnType<typeof useT>, { protocol, connected }: DeviceHealth): string | undefined =>
  protocol === null
    ? undefined
    : `${protocol.toUpperCase()}, ${inSentence(t(connected ? 'devices.connected' : 'devices.notConnected'))}`;

/** What is done next: a device in stock is installed, one with problems is looked into. */
function useNextButton(
  row: RowOf<typeof device>,
  { situation }: Partial<DeviceDetails>,
  hasProblems: boolean,
  install: () => void,
): ReactNode {
  const t = useT();
  const can = useCan();
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const look = `btn ${tab === undefined || tab === 'overview' ? 'p' : 'd'}`;
  const isInUse = situation !== 'RETIRED' && row.status === 1;
  if (row.vehicleId === null && isInUse && can('device', 'edit', row))
    return (
      <button type="button" className={look} onClick={install}>
        {t('devices.bind')}
      </button>
    );
  return hasProblems && tab !== 'health' ? (
    <Link to={`/device/${row.id}`} search={{ tab: 'health' } as never} className={look}>
      {t('devices.check')}
    </Link>
  ) : null;
}
