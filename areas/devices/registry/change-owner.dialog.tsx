import { useState } from 'react';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { ref } from '#kit/contract/fields.ts';
import { api } from '#kit/web/api.ts';
import { RecordField } from '#kit/web/catalogue/inputs/record-field.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { refreshDevices } from '../devices.queries.ts';

const field = ref('organisation', { label: 'New owner' });

/** Gives the device to another organisation. What it sent so far stays with the one before. */
export function GiveDevice({ row, onClose }: { definition: AnyCatalogue; row: AnyRow; onClose: () => void }) {
  const t = useT();
  const [orgId, setOrgId] = useState('');
  const action = useAction(refreshDevices, onClose);
  const give = () => action.send((once) => api.post<Done>(`/device/owner/${row.id}`, { body: { orgId }, ...once }));
  return (
    <ActionDialog title={t('devices.giveTitle', { title: row.title })} onClose={onClose}>
      <ActionForm onSubmit={() => void give()}>
        <Refusal submit={action} fields={['orgId']} />
        <p className="t2">{t('devices.giveText')}</p>
        <RecordField
          label={t('devices.newOwner')}
          field={field}
          value={orgId}
          error={action.fields['orgId']}
          isFirst
          onChange={(value) => {
            setOrgId(value);
            action.clear();
          }}
        />
        <ActionButtons label={t('devices.give')} submit={action} isOff={orgId === ''} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
