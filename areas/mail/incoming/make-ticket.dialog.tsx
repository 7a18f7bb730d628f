import { useState } from 'react';
import { ref } from '#kit/contract/fields.ts';
import { api } from '#kit/web/api.ts';
import { RecordField } from '#kit/web/catalogue/inputs/record-field.tsx';
import { useT } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';

const field = ref('app-user', { label: 'Customer' });

/** Makes a ticket of a mail that waits, for the customer who is chosen. */
export function MakeTicket({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT();
  const [appUserId, setCustomer] = useState('');
  const [wrong, setWrong] = useState<string>();
  const action = useAction(async () => {
    await invalidate('help-mail');
    await invalidate('help-desk');
  }, onClose);
  const send = async () => {
    if (!appUserId) return setWrong(t('mail.in.chooseCustomer'));
    await action.send((once) => api.post<Done>(`/help-mail/${id}/ticket`, { body: { appUserId }, ...once }));
  };
  return (
    <ActionDialog title={t('mail.in.makeTitle')} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">{t('mail.in.makeText')}</p>
        <Refusal submit={action} fields={['appUserId']} />
        <RecordField
          label={t('mail.in.customer')}
          field={field}
          value={appUserId}
          error={wrong ?? action.fields['appUserId']}
          isFirst
          narrow={{ status: '1' }}
          onChange={(next) => {
            setCustomer(next);
            setWrong(undefined);
          }}
        />
        <ActionButtons label={t('mail.in.make')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
