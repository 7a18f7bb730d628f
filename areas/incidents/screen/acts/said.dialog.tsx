import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ReasonField } from '#kit/web/ui/action-fields.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { incident } from '../../incident/incident.contract.ts';
import { refreshIncidents } from '../../incidents.queries.ts';
import { IncidentFacts } from './facts.tsx';

type Props = RowDialogProps<typeof incident>;

/** What staff write for themselves. */
export const AddNote = (props: Props) => <SaidDialog {...props} what="note" field="text" />;
/** Help was given, or is not needed any more: it is over. */
export const ResolveIncident = (props: Props) => <SaidDialog {...props} what="resolve" field="outcome" />;
/** There was no emergency. */
export const FalseAlarm = (props: Props) => <SaidDialog {...props} what="falseAlarm" field="outcome" />;

const calls = { note: 'note', resolve: 'resolve', falseAlarm: 'false-alarm' } as const;

function SaidDialog({ row, onClose, what, field }: Props & { what: keyof typeof calls; field: 'text' | 'outcome' }) {
  const t = useT();
  const [words, setWords] = useState('');
  const [wrong, setWrong] = useState<string>();
  const action = useAction(refreshIncidents, onClose);
  const send = async () => {
    if (words.trim().length < 2) return setWrong(t(`incidents.said.missing.${what}`));
    await action.send((once) =>
      api.post<Done>(`/incident/${calls[what]}/${row.id}`, { body: { [field]: words.trim() }, ...once }),
    );
  };
  return (
    <ActionDialog title={t(`incidents.said.title.${what}`, { no: row.incidentNo })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>{t(`incidents.said.about.${what}`)}</bdi>
        </p>
        {what === 'note' ? null : <IncidentFacts row={row} />}
        <Refusal submit={action} fields={[field]} />
        <ReasonField
          label={t(`incidents.said.field.${what}`)}
          isNeeded
          isFirst
          rows={4}
          maxLength={2_000}
          value={words}
          error={wrong ?? action.fields[field]}
          onChange={(value) => {
            setWords(value);
            setWrong(undefined);
          }}
        />
        <ActionButtons label={t(`incidents.acts.${what}`)} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
