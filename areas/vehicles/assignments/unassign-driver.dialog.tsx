import { useState } from 'react';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { type Period, refreshVehicles } from '../vehicles.queries.ts';

/** Ends an assignment with a reason, or takes back one that is planned. */
export function EndDriver({ row, period, onClose }: { row: AnyRow; period: Period; onClose: () => void }) {
  const t = useT();
  const [reason, setReason] = useState('');
  const action = useAction(refreshVehicles, onClose);
  const isPlanned = period.state === 'PLANNED';
  const end = () =>
    action.send((once) => {
      const body = { assignmentId: period.id, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) };
      return api.post<Done>(`/vehicle/driver-end/${row.id}`, { body, ...once });
    });
  const words = { driver: period.driver, title: row.title };
  return (
    <ActionDialog title={t(isPlanned ? 'vehicles.takeBackTitle' : 'vehicles.endTitle', words)} onClose={onClose}>
      <ActionForm onSubmit={() => void end()}>
        <Refusal submit={action} />
        {isPlanned ? null : (
          <TextField
            label={t('vehicles.reason')}
            optional
            maxLength={300}
            data-autofocus
            value={reason}
            onChange={setReason}
          />
        )}
        <ActionButtons label={t(isPlanned ? 'vehicles.takeBack' : 'vehicles.end')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
