import { useState } from 'react';
import { ref } from '#kit/contract/fields.ts';
import { ApiError, api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { RecordField } from '#kit/web/catalogue/inputs/record-field.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { momentOf } from '#kit/web/ui/date/moment-text.ts';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { vehicle } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { refreshDevices, useBindings } from '../devices.queries.ts';
import { InstallationMoment } from './installation-moment.tsx';

const field = ref('device', { label: 'Device' });

/**
 * Installs a device in the vehicle, one in stock unless others are asked for; what the vehicle has now is named, and replaced when
 * that is wished.
 */
export function InstallInVehicle({ row, onClose }: Pick<RowDialogProps<typeof vehicle>, 'row' | 'onClose'>) {
  const t = useT();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const [deviceId, setDeviceId] = useState('');
  const [isAny, setAny] = useState(false);
  const [from, setFrom] = useState('');
  const [isTaken, setTaken] = useState(false);
  const [swap, setSwap] = useState(false);
  const there = useBindings('vehicle', row.id).data?.find(({ toAt }) => toAt === null);
  const action = useAction(refreshDevices, onClose);
  const install = async () => {
    const body = {
      vehicleId: row.id,
      ...(from === '' ? {} : { from: momentOf(from) }),
      ...(swap ? { swap: true } : {}),
    };
    const answer = await action.send((once) => api.post<Done>(`/device/vehicle/${deviceId}`, { body, ...once }));
    // The device is in another vehicle: whether it shall leave that is asked.
    if (answer instanceof ApiError && answer.status === 409) setTaken(true);
  };
  const choose = (value: string) => {
    setDeviceId(value);
    setTaken(false);
    setSwap(false);
    action.clear();
  };
  return (
    <ActionDialog title={t('devices.installTitle', { title: row.title })} onClose={onClose}>
      <ActionForm onSubmit={() => void install()}>
        <Refusal submit={action} fields={['from']} />
        <RecordField
          // Another list is another field: what was found in the first is forgotten.
          key={isAny ? 'any' : 'stock'}
          label={t('devices.one')}
          field={field}
          value={deviceId}
          error={undefined}
          isFirst
          narrow={{ ...(isStaff ? { orgId: row.orgId } : {}), ...(isAny ? {} : { state: 'IN_STOCK' }) }}
          onChange={choose}
        />
        <label className="check">
          <input
            type="checkbox"
            className="cbx"
            checked={isAny}
            onChange={() => {
              setAny(!isAny);
              choose('');
            }}
          />
          {t('devices.installAny')}
        </label>
        {there ? <p className="t2">{t('devices.has', { device: there.device.label })}</p> : null}
        {there || isTaken ? (
          <label className="check">
            <input type="checkbox" className="cbx" checked={swap} onChange={() => setSwap(!swap)} />
            {t('devices.swap')}
          </label>
        ) : null}
        <InstallationMoment name="from" value={from} error={action.fields['from']} onChange={setFrom} />
        <ActionButtons label={t('devices.install')} submit={action} isOff={deviceId === ''} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
