import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { challan } from '../../challan.contract.ts';
import { openPaise } from '../../challan-status.rules.ts';
import { refreshChallans } from '../challan.queries.ts';
import { ChallanFacts } from './facts.tsx';
import { type ChosenWallet, WithWallets } from './wallet-choice.tsx';
import { inRupees } from '../state-words.web.ts';

type Props = RowDialogProps<typeof challan>;

/** Pays what is open of a company notice from a wallet of the organisation. */
export function PayChallan({ row, onClose }: Props) {
  const t = useT();
  return (
    <ActionDialog title={t('challan.pay.title', { title: row.title })} onClose={onClose}>
      <WithWallets orgId={row.orgId} amountPaise={openPaise(row)}>
        {(chosen) => <Pay row={row} chosen={chosen} onClose={onClose} />}
      </WithWallets>
    </ActionDialog>
  );
}

function Pay({ row, chosen, onClose }: Pick<Props, 'row' | 'onClose'> & { chosen: ChosenWallet }) {
  const t = useT();
  const amountPaise = openPaise(row);
  const action = useAction(refreshChallans, onClose);
  const send = () =>
    action.send((once) =>
      api.post<Done>(`/challan/pay/${row.id}`, { body: { walletId: chosen.walletId, amountPaise }, ...once }),
    );
  return (
    <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
      <p>
        <bdi>{t('challan.pay.text', { amount: inRupees(amountPaise) })}</bdi>
      </p>
      <ChallanFacts row={row} />
      <p className="t2">
        <bdi>{t(row.challanStatus === 'CONTESTED' ? 'challan.pay.held' : 'challan.pay.ends')}</bdi>
      </p>
      <Refusal submit={action} />
      {chosen.field}
      <ActionButtons
        label={t('challan.pay.do', { amount: inRupees(amountPaise) })}
        submit={action}
        isOff={chosen.isShort}
        onCancel={onClose}
      />
    </ActionForm>
  );
}
