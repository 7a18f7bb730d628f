import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { vehicle as vehicles } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { useRow } from '#kit/web/catalogue/data.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Plate } from '#kit/web/ui/plate.tsx';
import { When } from '#kit/web/ui/when.tsx';
import type { device } from '../registry/device.contract.ts';
import type { DeviceDetails } from '../registry/device-facts.web.ts';
import { BindDevice } from './install-device.dialog.tsx';
import { TakeOutDevice } from './remove-device.dialog.tsx';
import styles from '../devices.module.css';

/** The vehicle that the device is installed in, since when, and the ways to another and out of it. */
export function VehicleOfDevice({ definition, row }: RecordPanelProps) {
  const t = useT();
  const can = useCan();
  const [act, setAct] = useState<'move' | 'remove'>();
  const details: Pick<typeof row, 'id'> & Partial<DeviceDetails> = row;
  const { vehicle } = row;
  const mayAct = can('device', 'edit', row);
  const { data } = useRow(vehicles, vehicle && can('vehicle', 'view') ? vehicle.id : undefined);
  const close = () => setAct(undefined);
  return (
    <section className={`sheet sec ${styles['device-card']}`} aria-labelledby="device-vehicle">
      <div className="panel-head">
        <h2 className="h2" id="device-vehicle">
          {t('devices.vehicle')}
        </h2>
        {vehicle && mayAct && details.situation !== 'RETIRED' ? (
          <button type="button" className="btn d sm" onClick={() => setAct('move')}>
            {t('devices.move')}
          </button>
        ) : null}
      </div>
      {vehicle ? (
        <>
          <p>
            {can('vehicle', 'view') ? (
              <Link to={`/vehicle/${vehicle.id}`}>
                <Plate no={vehicle.label} use={vehicle.plateUse} />
              </Link>
            ) : (
              <Plate no={vehicle.label} use={vehicle.plateUse} />
            )}
          </p>
          {/* Both lines have their room from the beginning. */}
          <p className={`sm ${styles['card-line']}`}>
            <bdi>{data?.model?.label ?? data?.unlistedModel}</bdi>
          </p>
          <p className={`t3 sm ${styles['card-line']}`}>
            {details.boundSince ? (
              <bdi>
                {t('devices.since')} <When at={details.boundSince} />
              </bdi>
            ) : null}
          </p>
          {mayAct ? (
            <div className="row">
              <button type="button" className="btn d sm" onClick={() => setAct('remove')}>
                {t('devices.takeOut')}
              </button>
            </div>
          ) : null}
        </>
      ) : (
        <p className="t2">{t('devices.inNone')}</p>
      )}
      {act === 'move' ? <BindDevice definition={definition} row={row} onClose={close} /> : null}
      {act === 'remove' ? <TakeOutDevice row={row} onClose={close} /> : null}
    </section>
  );
}

type RecordPanelProps = Pick<RecordTabProps<typeof device>, 'definition' | 'row'>;
