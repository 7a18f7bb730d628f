import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ReasonField } from '#kit/web/ui/action-fields.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';

/** Puts a mail aside that waits, with the reason. */
export function DiscardMail({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT();
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<string>();
  const action = useAction(() => invalidate('help-mail'), onClose);
  const send = async () => {
    if (reason.trim() === '') return setWrong(t('mail.in.sayWhy'));
    await action.send((once) =>
      api.post<Done>(`/help-mail/${id}/discard`, { body: { reason: reason.trim() }, ...once }),
    );
  };
  return (
    <ActionDialog title={t('mail.in.discardTitle')} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">{t('mail.in.discardText')}</p>
        <Refusal submit={action} fields={['reason']} />
        <ReasonField
          label={t('mail.in.reason')}
          isNeeded
          rows={3}
          maxLength={300}
          value={reason}
          error={wrong ?? action.fields['reason']}
          onChange={(next) => {
            setReason(next);
            setWrong(undefined);
          }}
        />
        <ActionButtons label={t('mail.in.discard')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
