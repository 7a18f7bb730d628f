import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ReasonField } from '#kit/web/ui/action-fields.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { inRupees, refreshPolicies } from '../policies.queries.ts';
import type { appUserPolicy } from './policy.contract.ts';

/** Takes the cancellation of a policy back. */
export function ReinstatePolicy({ row, onClose }: RowDialogProps<typeof appUserPolicy>) {
  const t = useT();
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<string>();
  const action = useAction(refreshPolicies, onClose);
  const send = async () => {
    if (reason.trim().length < 3) return setWrong(t('policies.enter.reason'));
    await action.send((once) =>
      api.post<Done>(`/app-user-policy/reinstate/${row.id}`, { body: { reason: reason.trim() }, ...once }),
    );
  };
  const isRefunded = row.payment === 'WALLET' && (row.refundPaise ?? 0) > 0;
  return (
    <ActionDialog title={t('policies.reinstate.title', { title: row.title })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>{t('policies.reinstate.text')}</bdi>
        </p>
        {isRefunded ? (
          <p className="alert due">
            <bdi>{t('policies.reinstate.paid', { amount: inRupees(row.refundPaise) })}</bdi>
          </p>
        ) : null}
        <Refusal submit={action} fields={['reason']} />
        <ReasonField
          label={t('policies.reinstate.reason')}
          isNeeded
          isFirst
          value={reason}
          error={wrong ?? action.fields['reason']}
          onChange={(value) => {
            setReason(value);
            setWrong(undefined);
          }}
        />
        <ActionButtons label={t('policies.reinstate.do')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
