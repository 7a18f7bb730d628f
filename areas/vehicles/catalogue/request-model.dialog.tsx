import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';

/** Requests a model that the catalogue does not have. */
export function RequestModel({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [name, setName] = useState('');
  const [note, setNote] = useState('');
  const action = useAction(() => invalidate('model-request'), onClose);
  const send = () =>
    action.send((once) =>
      api.post<Done>('/model-request', { body: { name, ...(note.trim() === '' ? {} : { note }) }, ...once }),
    );
  return (
    <ActionDialog title={t('modelRequests.ask')} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">{t('modelRequests.askText')}</p>
        <Refusal submit={action} fields={['name', 'note']} />
        <TextField
          label={t('modelRequests.name')}
          help={t('modelRequests.nameHelp')}
          maxLength={100}
          autoComplete="off"
          data-autofocus
          aria-required
          value={name}
          error={action.fields['name']}
          onChange={setName}
        />
        <TextField
          label={t('modelRequests.note')}
          help={t('modelRequests.noteHelp')}
          optional
          maxLength={300}
          autoComplete="off"
          value={note}
          error={action.fields['note']}
          onChange={setNote}
        />
        <ActionButtons label={t('modelRequests.ask')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
