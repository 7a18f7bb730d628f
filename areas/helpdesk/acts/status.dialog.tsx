import { useState } from 'react';
import { ApiError } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ChoiceField, ReasonField } from '#kit/web/ui/action-fields.tsx';
import { useAction } from '#kit/web/ui/use-action.ts';
import { choicesFrom, closed, type RequestStatus, resolved, waiting } from '../tickets/request-status.rules.ts';
import type { helpDesk } from '../tickets/ticket.contract.ts';
import { useStatusName } from '../talk/items.tsx';
import { refreshTickets, turnTo } from '../talk/talk.queries.ts';

/** Says that a ticket is resolved, with words to the customer if there is something to say. */
export const ResolveTicket = (props: RowDialogProps<typeof helpDesk>) => <SetStatus {...props} first={resolved} />;

/**
 * Turns a ticket into what it may become, with words to the customer if there is something to say.
 * @param first what it becomes, where that is no question.
 */
export function SetStatus({ row, onClose, first }: RowDialogProps<typeof helpDesk> & { first?: RequestStatus }) {
  const t = useT();
  const nameOf = useStatusName();
  const from = row.requestStatus as RequestStatus;
  const choices = choicesFrom(from, 'STAFF');
  const [to, setTo] = useState(first === undefined ? undefined : String(first));
  const [remark, setRemark] = useState('');
  const [wrong, setWrong] = useState<string>();
  const action = useAction(refreshTickets, onClose);
  const send = async () => {
    if (to === undefined) return setWrong(t('acts.chooseStatus'));
    const answer = await action.send((once) => turnTo(row, Number(to) as RequestStatus, remark.trim() || null, once));
    if (answer instanceof ApiError) await refreshTickets();
  };
  return (
    <ActionDialog
      title={t(first === undefined ? 'acts.statusTitle' : 'acts.resolveTitle', { number: row.ticketNo })}
      onClose={onClose}
    >
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>{t('acts.statusNow', { status: nameOf(from) })}</bdi>
        </p>
        <Refusal submit={action} fields={['requestStatus', 'remark']} />
        {first === undefined ? (
          <ChoiceField
            legend={t('acts.statusTo')}
            options={choices.map((one) => ({ value: String(one), label: nameOf(one) }))}
            value={to}
            onChange={(next) => {
              setTo(next);
              setWrong(undefined);
            }}
          />
        ) : null}
        {(wrong ?? action.fields['requestStatus']) ? (
          <span className="errm" role="alert">
            <bdi>{wrong ?? action.fields['requestStatus']}</bdi>
          </span>
        ) : null}
        <ReasonField
          label={t('acts.remark')}
          {...(to === String(waiting) ? {} : { hint: t('form.optional') })}
          rows={3}
          maxLength={5_000}
          value={remark}
          error={action.fields['remark']}
          onChange={setRemark}
        />
        <ActionButtons
          label={t(first === undefined ? 'acts.statusDo' : 'acts.resolve')}
          submit={action}
          onCancel={onClose}
        />
      </ActionForm>
    </ActionDialog>
  );
}

/** Closes what is one's own: for customers. */
export function CloseOwn({ row, onClose }: RowDialogProps<typeof helpDesk>) {
  const t = useT();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const [remark, setRemark] = useState('');
  const action = useAction(refreshTickets, onClose);
  const send = async () => {
    const answer = await action.send((once) => turnTo(row, closed, remark.trim() || null, once));
    if (answer instanceof ApiError) await refreshTickets();
  };
  return (
    <ActionDialog title={t('acts.closeTitle', { number: row.ticketNo })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>{t('acts.closeText')}</bdi>
        </p>
        <Refusal submit={action} fields={['remark']} />
        <ReasonField
          label={t(isStaff ? 'acts.remark' : 'acts.lastWords')}
          hint={t('form.optional')}
          maxLength={5_000}
          value={remark}
          error={action.fields['remark']}
          isFirst
          onChange={setRemark}
        />
        <ActionButtons label={t('over.close')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
