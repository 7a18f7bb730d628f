import { useId, useState } from 'react';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { actAs } from '#kit/web/impersonation.ts';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ReasonField } from '#kit/web/ui/action-fields.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { reasonLimits } from './impersonation.contract.ts';

const { least, most, ticket: mostOfTicket } = reasonLimits;

/** Asks for the reason, and then signs in as the person of the row. */
export function SignInAs({ row, onClose }: { row: AnyRow; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const [reason, setReason] = useState('');
  const [ticket, setTicket] = useState('');
  const submit = useSubmit();
  const start = async () => {
    submit.clear();
    if (reason.trim().length < least) {
      submit.setFields({ reason: t('acting.reasonShort', { least }) });
      document.getElementById(id)?.focus();
      return;
    }
    await submit.run(() =>
      actAs({ userId: row.id, reason: reason.trim(), ...(ticket.trim() ? { ticket: ticket.trim() } : {}) }),
    );
  };
  return (
    <ActionDialog title={t('acting.action', { title: row.title })} onClose={onClose}>
      <ActionForm isOwnCheck onSubmit={() => void start()}>
        <p className="t2">{t('acting.text')}</p>
        <Refusal submit={submit} />
        <ReasonField
          id={id}
          label={t('acting.reason')}
          help={t('acting.reasonHelp', { name: row.title })}
          rows={3}
          maxLength={most}
          isRequired
          isFirst
          value={reason}
          error={submit.fields['reason']}
          onChange={setReason}
        />
        <TextField
          label={t('acting.ticket')}
          optional
          help={t('acting.ticketHelp')}
          maxLength={mostOfTicket}
          value={ticket}
          error={submit.fields['ticket']}
          onChange={setTicket}
        />
        <ActionButtons label={t('acting.start')} submit={submit} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
