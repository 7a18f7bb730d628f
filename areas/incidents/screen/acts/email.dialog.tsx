import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ChoiceField, ReasonField } from '#kit/web/ui/action-fields.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { incident } from '../../incident/incident.contract.ts';
import { type Incident, refreshIncidents, useIncidentCard } from '../../incidents.queries.ts';

export const EmailContact = ({ row, onClose }: RowDialogProps<typeof incident>) => (
  <EmailDialog row={row} contactId={undefined} onClose={onClose} />
);

/** Writes to an emergency contact who has agreed to that: what happened, where, and what they are to do. */
export function EmailDialog(props: { row: Incident; contactId: string | undefined; onClose: () => void }) {
  const { row, onClose } = props;
  const t = useT();
  const { data } = useIncidentCard(row.id, true);
  const [chosen, setContact] = useState(props.contactId);
  const [note, setNote] = useState('');
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const action = useAction(refreshIncidents, onClose);
  const options = (data?.contacts ?? []).flatMap(({ id, name, email, mayBeEmailed }) =>
    id !== null && mayBeEmailed ? [{ value: id, label: `${name}, ${email}` }] : [],
  );
  // The only one there is need not be chosen.
  const contactId = chosen ?? (options.length === 1 ? options[0]?.value : undefined);
  const send = async () => {
    const missing = {
      ...(contactId === undefined ? { contactId: t('incidents.dialog.noContact') } : {}),
      ...(note.trim().length < 2 ? { note: t('incidents.dialog.noInstruction') } : {}),
    };
    setWrong(missing);
    if (Object.keys(missing).length > 0) return;
    await action.send((once) =>
      api.post<Done>(`/incident/email/${row.id}`, { body: { contactId, note: note.trim() }, ...once }),
    );
  };
  const contactError = wrong['contactId'] ?? action.fields['contactId'];
  return (
    <ActionDialog title={t('incidents.dialog.email', { no: row.incidentNo })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>{t('incidents.dialog.emailText')}</bdi>
        </p>
        <Refusal submit={action} fields={['contactId', 'note']} />
        {data && options.length === 0 ? (
          <p>
            <bdi>{t('incidents.dialog.noAgreed')}</bdi>
          </p>
        ) : (
          <div>
            <ChoiceField
              legend={t('incidents.dialog.contact')}
              options={options}
              value={contactId}
              onChange={(value) => {
                setContact(value);
                setWrong({});
              }}
            />
            {contactError ? (
              <p className="errm" role="alert">
                <bdi>{contactError}</bdi>
              </p>
            ) : null}
          </div>
        )}
        <ReasonField
          label={t('incidents.dialog.instruction')}
          isNeeded
          isFirst
          rows={4}
          maxLength={1_000}
          value={note}
          error={wrong['note'] ?? action.fields['note']}
          onChange={(value) => {
            setNote(value);
            setWrong({});
          }}
        />
        <ActionButtons
          label={t('incidents.dialog.sendEmail')}
          isOff={data !== undefined && options.length === 0}
          submit={action}
          onCancel={onClose}
        />
      </ActionForm>
    </ActionDialog>
  );
}
