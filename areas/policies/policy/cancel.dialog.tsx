import { useState } from 'react';
import { isDay } from '#kit/contract/ids-and-days.ts';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ReasonField } from '#kit/web/ui/action-fields.tsx';
import { DayField } from '#kit/web/ui/date/day-field.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { inRupees, paiseOf, refreshPolicies, useCancellation } from '../policies.queries.ts';
import type { appUserPolicy } from './policy.contract.ts';
import styles from '../policies.module.css';

/** Cancels an issued policy from a day on, with what is refunded of its premium. */
export function CancelPolicy({ row, onClose }: RowDialogProps<typeof appUserPolicy>) {
  const t = useT();
  const can = useCan();
  const isActing = (useKept('userData')[0]?.impersonatedBy ?? null) !== null;
  const [cancelledOn, setDay] = useState('');
  const [reason, setReason] = useState('');
  const [refund, setRefund] = useState('');
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const action = useAction(refreshPolicies, onClose);
  const isFromWallet = row.payment === 'WALLET';
  const mayRefund = !isFromWallet || (can('wallet', 'edit') && !isActing);
  const send = async () => {
    const refundPaise = mayRefund ? paiseOf(refund) : null;
    const missing = {
      ...(isDay(cancelledOn) ? {} : { cancelledOn: t('policies.enter.day') }),
      ...(reason.trim().length < 3 ? { reason: t('policies.enter.reason') } : {}),
      ...(refundPaise === undefined ? { refundPaise: t('policies.enter.amount') } : {}),
    };
    setWrong(missing);
    if (Object.keys(missing).length > 0) return;
    await action.send((once) =>
      api.post<Done>(`/app-user-policy/cancel/${row.id}`, {
        body: { cancelledOn, reason: reason.trim(), ...(refundPaise === null ? {} : { refundPaise }) },
        ...once,
      }),
    );
  };
  return (
    <ActionDialog title={t('policies.cancel.title', { title: row.title })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>{t('policies.cancel.text')}</bdi>
        </p>
        <Refusal submit={action} fields={['cancelledOn', 'reason', 'refundPaise']} />
        <DayField
          label={t('policies.cancel.on')}
          isFirst
          value={cancelledOn}
          error={wrong['cancelledOn'] ?? action.fields['cancelledOn']}
          onChange={(value) => {
            setDay(value);
            setWrong({});
          }}
        />
        <ReasonField
          label={t('policies.cancel.reason')}
          isNeeded
          value={reason}
          error={wrong['reason'] ?? action.fields['reason']}
          onChange={(value) => {
            setReason(value);
            setWrong({});
          }}
        />
        {mayRefund ? (
          <div className={styles.refund}>
            <TextField
              label={t('policies.cancel.refund')}
              help={
                isFromWallet
                  ? t('policies.cancel.toWallet', { amount: inRupees(row.paidPaise) })
                  : t('policies.cancel.toClient')
              }
              value={refund}
              error={wrong['refundPaise'] ?? action.fields['refundPaise']}
              dir="ltr"
              inputMode="decimal"
              autoComplete="off"
              maxLength={16}
              optional
              onChange={(value) => {
                setRefund(value);
                setWrong({});
              }}
            />
            <ProRata id={row.id} on={cancelledOn} onUse={setRefund} />
          </div>
        ) : (
          <ProRata id={row.id} on={cancelledOn} />
        )}
        <ActionButtons label={t('policies.cancel.do')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}

/** What the premium of the days that are left comes to, once the day is known. Without `onUse` somebody else decides on it. */
function ProRata({ id, on, onUse }: { id: string; on: string; onUse?: (rupees: string) => void }) {
  const t = useT();
  const { data } = useCancellation(id, on);
  if (!data || data.refundPaise === 0) return null;
  const paise = data.payment === 'WALLET' ? Math.min(data.refundPaise, data.paidPaise) : data.refundPaise;
  return (
    <p className={onUse ? 'row wrap' : 'col'} role="status">
      <bdi className="sm">
        {t('policies.cancel.days', {
          count: data.unusedDays,
          shown: formatNumber(data.unusedDays),
          amount: inRupees(paise),
        })}
        {data.claims > 0 ? ` ${t('policies.cancel.claim')}` : null}
      </bdi>
      {onUse ? null : <bdi className="t2 sm">{t('policies.cancel.passedOn')}</bdi>}
      {onUse ? (
        <button type="button" className="btn d sm" onClick={() => onUse(String(paise / 100))}>
          {t('policies.cancel.use')}
        </button>
      ) : null}
    </p>
  );
}
