import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ref } from '#kit/contract/fields.ts';
import { api, ApiError } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { RecordField } from '#kit/web/catalogue/inputs/record-field.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { helpDesk } from '../tickets/ticket.contract.ts';
import { refreshTickets } from '../talk/talk.queries.ts';

const into = ref('help-desk', { label: 'Ticket' });

/** Merges this ticket into another one of the same organisation, which then shows the words of both. */
export function MergeTicket({ row, onClose }: RowDialogProps<typeof helpDesk>) {
  const t = useT();
  const navigate = useNavigate();
  const [intoId, setIntoId] = useState('');
  const [wrong, setWrong] = useState<string>();
  const action = useAction(refreshTickets, onClose);
  const send = async () => {
    if (intoId === '') return setWrong(t('acts.chooseTicket'));
    const answer = await action.send((once) =>
      api.post<Done>('/help-desk/merge', { body: { ids: [row.id], intoId }, ...once }),
    );
    if (!(answer instanceof ApiError)) await navigate({ to: `/help-desk/${intoId}` });
  };
  return (
    <ActionDialog title={t('acts.mergeTitle', { number: row.ticketNo })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>{t('acts.mergeText')}</bdi>
        </p>
        <Refusal submit={action} fields={['intoId']} />
        <RecordField
          label={t('acts.mergeInto')}
          field={into}
          value={intoId}
          error={wrong ?? action.fields['intoId'] ?? action.fields['ids']}
          isFirst
          narrow={row.orgId ? { orgId: row.orgId } : undefined}
          onChange={(next) => {
            setIntoId(next);
            setWrong(undefined);
          }}
        />
        <ActionButtons label={t('acts.mergeDo')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
