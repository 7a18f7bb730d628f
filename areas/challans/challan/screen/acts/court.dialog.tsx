import type { ReactNode } from 'react';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { challan } from '../../challan.contract.ts';
import { type Challan, refreshChallans, useAsked } from '../challan.queries.ts';
import { WithWallets } from './wallet-choice.tsx';
import { inRupees } from '../state-words.web.ts';

/** Takes a challan to court, with the deposit that is asked for first, less what was paid already. */
export function TakeToCourt({ row, onClose }: RowDialogProps<typeof challan>) {
  const t = useT();
  const { data, error } = useAsked(row.id);
  const depositPaise = data?.depositPaise ?? 0;
  const missingPaise = Math.max(0, depositPaise - row.paidPaise);
  const isFromWallet = row.source === 'INTERNAL' && missingPaise > 0;
  return (
    <ActionDialog title={t('challan.court.title', { title: row.title })} onClose={onClose}>
      {!data ? (
        error ? (
          <p className="alert bad" role="alert">
            <bdi>{error.message}</bdi>
          </p>
        ) : (
          <span className="sk" style={{ height: 160 }} aria-hidden="true" />
        )
      ) : isFromWallet ? (
        <WithWallets orgId={row.orgId} amountPaise={missingPaise}>
          {({ walletId, isShort, field }) => (
            <Court {...{ row, depositPaise, missingPaise, walletId, isShort, field, onClose }} />
          )}
        </WithWallets>
      ) : (
        <Court {...{ row, depositPaise, missingPaise, onClose }} walletId={null} isShort={false} field={null} />
      )}
    </ActionDialog>
  );
}

function Court(props: {
  row: Challan;
  depositPaise: number;
  missingPaise: number;
  walletId: string | null;
  isShort: boolean;
  field: ReactNode;
  onClose: () => void;
}) {
  const { row, depositPaise, missingPaise, walletId, isShort, field, onClose } = props;
  const t = useT();
  const action = useAction(refreshChallans, onClose);
  const send = () =>
    action.send((once) => api.post<Done>(`/challan/court/${row.id}`, { body: { walletId, depositPaise }, ...once }));
  return (
    <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
      <p>
        <bdi>
          {t('challan.court.text', { deposit: inRupees(depositPaise), amount: inRupees(row.amountPaise ?? 0) })}
        </bdi>
      </p>
      {row.paidPaise > 0 ? (
        <p className="t2">
          <bdi>{t('challan.court.held', { paid: inRupees(row.paidPaise), missing: inRupees(missingPaise) })}</bdi>
        </p>
      ) : null}
      {row.source === 'GOVERNMENT' && missingPaise > 0 ? (
        <p className="t2">
          <bdi>{t('challan.court.there')}</bdi>
        </p>
      ) : null}
      <Refusal submit={action} />
      {field}
      <ActionButtons
        label={field ? t('challan.court.doPay', { amount: inRupees(missingPaise) }) : t('challan.court.do')}
        submit={action}
        isOff={isShort}
        onCancel={onClose}
      />
    </ActionForm>
  );
}
