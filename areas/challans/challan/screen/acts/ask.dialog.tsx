import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { challan } from '../../challan.contract.ts';
import { refreshChallans } from '../challan.queries.ts';
import { ChallanFacts } from './facts.tsx';

/** Shows the draft to the client and asks the driver, before anybody is fined. */
export function AskDriver({ row, onClose }: RowDialogProps<typeof challan>) {
  const t = useT();
  const action = useAction(refreshChallans, onClose);
  const send = () => action.send((once) => api.post<Done>(`/challan/ask/${row.id}`, once));
  return (
    <ActionDialog title={t('challan.ask.title', { title: row.title })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p>
          <bdi>{t('challan.ask.text')}</bdi>
        </p>
        <ChallanFacts row={row} />
        <Refusal submit={action} />
        <ActionButtons label={t('challan.ask.do')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
