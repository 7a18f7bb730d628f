import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ReasonField } from '#kit/web/ui/action-fields.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { incident } from '../../incident/incident.contract.ts';
import { type Incident, refreshIncidents } from '../../incidents.queries.ts';
import { LineField } from './line-field.tsx';

export const NoteCall = ({ row, onClose }: RowDialogProps<typeof incident>) => (
  <CallDialog row={row} called={{ person: '', number: '' }} onClose={onClose} />
);

/** Who was called, at which number, and what came of it. */
export function CallDialog(props: {
  row: Incident;
  /** Where one was chosen to be called. */
  called: { person: string; number: string };
  onClose: () => void;
}) {
  const { row, called, onClose } = props;
  const t = useT();
  const [person, setPerson] = useState(called.person);
  const [number, setNumber] = useState(called.number);
  const [note, setNote] = useState('');
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const action = useAction(refreshIncidents, onClose);
  const send = async () => {
    const missing = {
      ...(person.trim().length < 2 ? { person: t('incidents.dialog.noPerson') } : {}),
      ...(number.trim().length < 2 ? { number: t('incidents.dialog.noNumber') } : {}),
    };
    setWrong(missing);
    if (Object.keys(missing).length > 0) return;
    const body = { person: person.trim(), number: number.trim(), note: note.trim() || null };
    await action.send((once) => api.post<Done>(`/incident/called/${row.id}`, { body, ...once }));
  };
  const typed = (set: (value: string) => void) => (value: string) => {
    set(value);
    setWrong({});
  };
  const isChosen = called.person !== '';
  return (
    <ActionDialog title={t('incidents.dialog.call', { no: row.incidentNo })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <Refusal submit={action} fields={['person', 'number', 'note']} />
        <LineField
          label={t('incidents.dialog.person')}
          maxLength={100}
          isFirst={!isChosen}
          value={person}
          error={wrong['person'] ?? action.fields['person']}
          onChange={typed(setPerson)}
        />
        <LineField
          label={t('incidents.dialog.number')}
          type="tel"
          maxLength={20}
          value={number}
          error={wrong['number'] ?? action.fields['number']}
          onChange={typed(setNumber)}
        />
        <ReasonField
          label={t('incidents.dialog.said')}
          hint={t('form.optional')}
          rows={3}
          maxLength={2_000}
          isFirst={isChosen}
          value={note}
          error={action.fields['note']}
          onChange={setNote}
        />
        <ActionButtons label={t('incidents.acts.call')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
