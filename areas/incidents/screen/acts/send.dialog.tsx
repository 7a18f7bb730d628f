import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ReasonField } from '#kit/web/ui/action-fields.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { incident } from '../../incident/incident.contract.ts';
import { refreshIncidents } from '../../incidents.queries.ts';
import { LineField } from './line-field.tsx';

/** Who is on the way to help. */
export function HelpOnTheWay({ row, onClose }: RowDialogProps<typeof incident>) {
  const t = useT();
  const [person, setPerson] = useState('');
  const [note, setNote] = useState('');
  const [wrong, setWrong] = useState<string>();
  const action = useAction(refreshIncidents, onClose);
  const send = async () => {
    if (person.trim().length < 2) return setWrong(t('incidents.dialog.noHelper'));
    const body = { person: person.trim(), note: note.trim() || null };
    await action.send((once) => api.post<Done>(`/incident/send/${row.id}`, { body, ...once }));
  };
  return (
    <ActionDialog title={t('incidents.dialog.send', { no: row.incidentNo })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <Refusal submit={action} fields={['person', 'note']} />
        <LineField
          label={t('incidents.dialog.helper')}
          maxLength={100}
          isFirst
          value={person}
          error={wrong ?? action.fields['person']}
          onChange={(value) => {
            setPerson(value);
            setWrong(undefined);
          }}
        />
        <ReasonField
          label={t('incidents.dialog.note')}
          hint={t('form.optional')}
          rows={3}
          maxLength={2_000}
          value={note}
          error={action.fields['note']}
          onChange={setNote}
        />
        <ActionButtons label={t('incidents.dialog.save')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
