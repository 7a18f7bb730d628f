import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ReasonField } from '#kit/web/ui/action-fields.tsx';
import { DayField } from '#kit/web/ui/date/day-field.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { helpDesk } from '../tickets/ticket.contract.ts';
import { refreshTickets } from '../talk/talk.queries.ts';
import { isChosen, nobody, type To, ToWhom, toBody } from './to-whom.tsx';

/** Gives a ticket to another team, person or role of the desk, with the reason. The customer learns nothing of it. */
export function ForwardTicket({ row, onClose }: RowDialogProps<typeof helpDesk>) {
  const t = useT();
  const [to, setTo] = useState<To>(nobody);
  const [reason, setReason] = useState('');
  const [due, setDue] = useState('');
  const [keepWatching, setKeepWatching] = useState(true);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const action = useAction(refreshTickets, onClose);
  const send = async () => {
    const missing = {
      ...(isChosen(to) ? {} : { teamId: t('acts.choose') }),
      ...(reason.trim() ? {} : { reason: t('acts.sayWhy') }),
    };
    setWrong(missing);
    if (Object.keys(missing).length > 0) return;
    await action.send((once) =>
      api.post<Done>('/help-desk/forward', {
        body: {
          ticketId: row.id,
          to: { ...toBody(to), roleId: to.roleId || null },
          reason: reason.trim(),
          keepWatching,
          due: due || null,
        },
        ...once,
      }),
    );
  };
  const errors = { ...action.fields, ...wrong };
  return (
    <ActionDialog title={t('acts.forwardTitle', { number: row.ticketNo })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>{t('acts.forwardText')}</bdi>
        </p>
        <Refusal submit={action} fields={['teamId', 'userId', 'roleId', 'reason', 'due']} />
        <ToWhom
          to={to}
          withRoles
          errors={errors}
          onChange={(next) => {
            setTo(next);
            setWrong({});
          }}
        />
        <ReasonField
          label={t('acts.reason')}
          isNeeded
          rows={3}
          maxLength={1_000}
          value={reason}
          error={errors['reason']}
          onChange={(next) => {
            setReason(next);
            setWrong({});
          }}
        />
        <DayField label={t('acts.wantedBy')} optional value={due} onChange={setDue} error={errors['due']} />
        <label className="check">
          <input type="checkbox" checked={keepWatching} onChange={() => setKeepWatching(!keepWatching)} />
          {t('acts.keepWatching')}
        </label>
        <ActionButtons label={t('acts.forwardDo')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
