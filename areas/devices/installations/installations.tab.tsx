import { IconRouter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from '@tanstack/react-router';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ListSheet } from '#kit/web/list/list-sheet.tsx';
import { useCan } from '#kit/web/rights.ts';
import { Code } from '#kit/web/ui/parts.tsx';
import { Plate } from '#kit/web/ui/plate.tsx';
import { When } from '#kit/web/ui/when.tsx';
import { useBindings } from '../devices.queries.ts';
import type { vehicle } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { InstallInVehicle } from './install-in-vehicle.dialog.tsx';
import type { BindingPeriod } from '../health/health.contract.ts';
import styles from '../devices.module.css';

/** Which vehicles carried the device. */
export const DeviceBindings = ({ row }: RecordTabProps) => <Periods of="device" id={row.id} />;
/** Which devices the vehicle carried. */
export function VehicleDevices({ row }: RecordTabProps<typeof vehicle>) {
  const t = useT();
  const can = useCan();
  const [installing, setInstalling] = useState(false);
  const install = can('device', 'edit') ? (
    <button type="button" className="btn d" onClick={() => setInstalling(true)}>
      {t('devices.install')}
    </button>
  ) : null;
  return (
    <>
      <Periods of="vehicle" id={row.id} action={install} />
      {installing ? <InstallInVehicle row={row} onClose={() => setInstalling(false)} /> : null}
    </>
  );
}

function Periods({ of, id, action = null }: { of: 'device' | 'vehicle'; id: string; action?: ReactNode }) {
  const t = useT();
  return (
    <ListSheet
      label={t(`devices.periodsOf.${of}`)}
      found={useBindings(of, id)}
      told={null}
      empty={{
        icon: <IconRouter aria-hidden="true" />,
        title: t(`devices.noneOf.${of}`),
        text: t(`devices.noneOfText.${of}`),
        action,
      }}
    >
      {(periods) => (
        <ul className={styles['binding-lines']}>
          {periods?.map((period) => <Line key={period.id} period={period} of={of} />) ?? (
            <li>
              <span className="sk" style={{ width: 220 }} />
            </li>
          )}
        </ul>
      )}
    </ListSheet>
  );
}

function Line({ period, of }: { period: BindingPeriod; of: 'device' | 'vehicle' }) {
  const t = useT();
  const can = useCan();
  const { fromAt, toAt, endReason, by } = period;
  const other = of === 'device' ? period.vehicle : period.device;
  const path = of === 'device' ? 'vehicle' : 'device';
  const isNow = toAt === null;
  const name =
    of === 'device' && other.label !== '–' ? (
      <Plate no={other.label} use={period.vehicle.plateUse} />
    ) : (
      <Code>{other.label}</Code>
    );
  return (
    <li>
      <span className={`st ${isNow ? 'ok' : 'off'}`}>
        {t(isNow ? 'devices.period.CURRENT' : 'devices.period.PAST')}
      </span>
      <span className={styles.what}>
        {can(path, 'view') && other.label !== '–' ? (
          <Link to={`/${path}/${other.id}`} className="mid">
            {name}
          </Link>
        ) : (
          name
        )}
        <span className="t2 sm">
          {t('devices.fromDay')} <When at={fromAt} />
          {toAt ? (
            <>
              {' '}
              {t('devices.toDay')} <When at={toAt} />
            </>
          ) : null}
        </span>
        {endReason ? <bdi className="t2 sm">{endReason}</bdi> : null}
      </span>
      <span className="t3 sm">{by ? <bdi>{t('devices.by', { name: by })}</bdi> : null}</span>
    </li>
  );
}
