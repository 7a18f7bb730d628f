import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { formatDay, useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ChoiceField, ReasonField } from '#kit/web/ui/action-fields.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { challan } from '../../challan.contract.ts';
import { refreshChallans } from '../challan.queries.ts';
import { inRupees } from '../state-words.web.ts';

/** Decides on a contest, with reason and order. Of a government challan it is what the authority decided. */
export function DecideChallan({ row, onClose }: RowDialogProps<typeof challan>) {
  const t = useT();
  const isOwn = row.source === 'INTERNAL';
  const [decision, setDecision] = useState<'UPHOLD' | 'CANCEL'>();
  const [reason, setReason] = useState('');
  const [orderText, setOrder] = useState('');
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const action = useAction(refreshChallans, onClose);
  const send = async () => {
    const missing = {
      ...(decision ? {} : { decision: t('challan.decide.choose') }),
      ...(reason.trim().length < 3 ? { reason: t('challan.decide.noReason') } : {}),
      ...(orderText.trim().length < 10 ? { orderText: t('challan.decide.noOrder') } : {}),
    };
    setWrong(missing);
    if (Object.keys(missing).length > 0) return;
    await action.send((once) =>
      api.post<Done>(`/challan/decide/${row.id}`, {
        body: { decision, reason: reason.trim(), orderText: orderText.trim() },
        ...once,
      }),
    );
  };
  const isHeld = row.paidPaise > 0;
  const consequence =
    decision === 'CANCEL'
      ? isHeld
        ? t('challan.decide.cancelHeld', { amount: inRupees(row.paidPaise) })
        : t('challan.decide.cancelText')
      : decision === 'UPHOLD'
        ? isHeld
          ? t('challan.decide.upholdHeld', { amount: inRupees(row.paidPaise) })
          : t('challan.decide.upholdText')
        : undefined;
  return (
    <ActionDialog
      title={t(isOwn ? 'challan.decide.title' : 'challan.decide.titleThere', { title: row.title })}
      onClose={onClose}
    >
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>{t('challan.decide.by', { day: formatDay(row.decideBy ?? '') })}</bdi>
        </p>
        <Refusal submit={action} fields={['reason', 'orderText', 'decision']} />
        <div>
          <ChoiceField
            legend={t('challan.decide.decision')}
            options={[
              { value: 'UPHOLD', label: t('challan.decide.uphold') },
              { value: 'CANCEL', label: t('challan.decide.cancel') },
            ]}
            value={decision}
            onChange={(value) => {
              setDecision(value);
              setWrong({});
            }}
          />
          {wrong['decision'] ? (
            <p className="errm" role="alert">
              <bdi>{wrong['decision']}</bdi>
            </p>
          ) : null}
          {consequence ? (
            <p className="help" role="status">
              <bdi>{consequence}</bdi>
            </p>
          ) : null}
        </div>
        <TextField
          label={t('challan.decide.reason')}
          help={t('challan.decide.reasonHelp')}
          maxLength={200}
          value={reason}
          error={wrong['reason'] ?? action.fields['reason']}
          onChange={(value) => {
            setReason(value);
            setWrong({});
          }}
        />
        <ReasonField
          label={t('challan.decide.order')}
          help={t('challan.decide.orderHelp')}
          isNeeded
          rows={5}
          maxLength={5_000}
          value={orderText}
          error={wrong['orderText'] ?? action.fields['orderText']}
          onChange={(value) => {
            setOrder(value);
            setWrong({});
          }}
        />
        <ActionButtons label={t('challan.decide.do')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
