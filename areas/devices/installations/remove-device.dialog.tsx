import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { momentOf } from '#kit/web/ui/date/moment-text.ts';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import type { device } from '../registry/device.contract.ts';
import { refreshDevices } from '../devices.queries.ts';
import { InstallationMoment } from './installation-moment.tsx';

/** Removes the device from its vehicle, now or as of a past moment. */
export function TakeOutDevice({ row, onClose }: { row: RowOf<typeof device>; onClose: () => void }) {
  const t = useT();
  const [at, setAt] = useState('');
  const [reason, setReason] = useState('');
  const action = useAction(refreshDevices, onClose);
  const vehicle = row.vehicle?.label ?? '–';
  const end = () =>
    action.send((once) => {
      const body = {
        ...(at === '' ? {} : { at: momentOf(at) }),
        ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
      };
      return api.post<Done>(`/device/vehicle-end/${row.id}`, { body, ...once });
    });
  return (
    <ActionDialog title={t('devices.takeOutTitle', { title: row.title, vehicle })} onClose={onClose}>
      <ActionForm onSubmit={() => void end()}>
        <Refusal submit={action} fields={['at', 'reason']} />
        <TextField
          label={t('devices.reason')}
          optional
          maxLength={300}
          data-autofocus
          value={reason}
          error={action.fields['reason']}
          onChange={setReason}
        />
        <InstallationMoment name="at" value={at} error={action.fields['at']} onChange={setAt} />
        <ActionButtons label={t('devices.takeOut')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
