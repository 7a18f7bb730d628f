import { useState } from 'react';
import { ref } from '#kit/contract/fields.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { RecordField } from '#kit/web/catalogue/inputs/record-field.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { momentOf } from '#kit/web/ui/date/moment-text.ts';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import type { device } from '../registry/device.contract.ts';
import { refreshDevices, useBindings } from '../devices.queries.ts';
import { InstallationMoment } from './installation-moment.tsx';

const field = ref('vehicle', { label: 'Vehicle' });

/** Installs the device in a vehicle, from now or from a past moment on; what either had before ends when that is wished. */
export function BindDevice(props: RowDialogProps<typeof device>) {
  const { row, onClose } = props;
  const t = useT();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const { vehicle } = row;
  const [vehicleId, setVehicleId] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [isTaken, setTaken] = useState(false);
  const [swap, setSwap] = useState(false);
  // What is in the vehicle now is only taken out by whoever has seen that.
  const there = useBindings('vehicle', vehicleId).data?.find(
    ({ toAt, device }) => toAt === null && device.id !== row.id,
  );
  const isAsked = isTaken || there !== undefined;
  const swaps = isAsked ? swap : vehicle !== null && to === '';
  const action = useAction(refreshDevices, onClose);
  const bind = async () => {
    const body = {
      vehicleId,
      ...(from === '' ? {} : { from: momentOf(from) }),
      ...(from === '' || to === '' ? {} : { to: momentOf(to) }),
      ...(swaps ? { swap: true } : {}),
    };
    const answer = await action.send((once) => api.post<Done>(`/device/vehicle/${row.id}`, { body, ...once }));
    // What is in the way is named at the field and above it alike; other refusals are not to be swept aside.
    if (answer instanceof ApiError && answer.status === 409 && Object.values(answer.fields).includes(answer.message))
      setTaken(true);
  };
  return (
    <ActionDialog
      title={t(vehicle ? 'devices.moveTitle' : 'devices.bindTitle', { title: row.title })}
      onClose={onClose}
    >
      <ActionForm onSubmit={() => void bind()}>
        <Refusal submit={action} fields={['vehicleId', 'from', 'to']} />
        {vehicle && to === '' ? <p className="t2">{t('devices.leaves', { vehicle: vehicle.label })}</p> : null}
        <RecordField
          label={t('devices.vehicle')}
          field={field}
          value={vehicleId}
          error={action.fields['vehicleId']}
          isFirst
          narrow={isStaff ? { orgId: row.orgId } : undefined}
          onChange={(value) => {
            setVehicleId(value);
            setTaken(false);
            setSwap(false);
            action.clear();
          }}
        />
        {there ? <p className="t2">{t('devices.has', { device: there.device.label })}</p> : null}
        {isAsked ? (
          <label className="check">
            <input type="checkbox" className="cbx" checked={swap} onChange={() => setSwap(!swap)} />
            {t('devices.swap')}
          </label>
        ) : null}
        <InstallationMoment name="from" value={from} error={action.fields['from']} onChange={setFrom} />
        {from === '' ? null : <InstallationMoment name="to" value={to} error={action.fields['to']} onChange={setTo} />}
        <ActionButtons
          label={t(vehicle ? 'devices.move' : 'devices.bind')}
          submit={action}
          isOff={vehicleId === ''}
          onCancel={onClose}
        />
      </ActionForm>
    </ActionDialog>
  );
}
