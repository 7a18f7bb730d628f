import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRow } from '#kit/web/catalogue/data.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Code } from '#kit/web/ui/parts.tsx';
import { Ago } from '#kit/web/ui/when.tsx';
import type { vehicle } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { useBindings } from '../devices.queries.ts';
import { DeviceState } from '../device-status.tsx';
import { device as devices } from '../registry/device.contract.ts';
import { InstallInVehicle } from './install-in-vehicle.dialog.tsx';
import styles from '../devices.module.css';

/** Which device the vehicle has, how that is, and the way to one where it has none. */
export function DeviceCard({ row }: Pick<RecordTabProps<typeof vehicle>, 'row'>) {
  const t = useT();
  const can = useCan();
  const [installing, setInstalling] = useState(false);
  const { data: periods } = useBindings('vehicle', row.id);
  const there = periods?.find(({ toAt }) => toAt === null);
  const { data: device } = useRow(devices, there?.device.id);
  return (
    <section className={`sheet sec ${styles['device-card']}`} aria-labelledby="device-card">
      <div className="panel-head">
        <h2 className="h2" id="device-card">
          {t('devices.one')}
        </h2>
        {periods && can('device', 'edit') ? (
          <button type="button" className="btn d sm" onClick={() => setInstalling(true)}>
            {t(there ? 'devices.replace' : 'devices.install')}
          </button>
        ) : null}
      </div>
      {/* Both lines have their room from the beginning. */}
      <p className={`mid ${styles['card-line']}`}>
        {there ? (
          <Link to={`/device/${there.device.id}`}>
            <Code>{there.device.label}</Code>
          </Link>
        ) : periods ? (
          <span className="t2">{t('devices.cardNone')}</span>
        ) : null}
      </p>
      <p className={`row wrap sm ${styles['card-line']}`}>
        {device ? (
          <>
            <DeviceState state={device.state} />
            <bdi className="t3">
              {device.lastSeenAt ? (
                <>
                  {t('devices.heard')} <Ago at={device.lastSeenAt} />
                </>
              ) : (
                t('devices.neverHeard')
              )}
            </bdi>
          </>
        ) : periods && !there ? (
          <bdi className="t3">{t('devices.cardNoneText')}</bdi>
        ) : null}
      </p>
      {installing ? <InstallInVehicle row={row} onClose={() => setInstalling(false)} /> : null}
    </section>
  );
}
