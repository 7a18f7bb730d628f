import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { appUserPolicy } from '../policy/policy.contract.ts';
import { refreshPolicies } from '../policies.queries.ts';

/** Notes that the client paid the insurer, or takes that back. */
export function PaidOutside({ row, onClose }: RowDialogProps<typeof appUserPolicy>) {
  const t = useT();
  const action = useAction(refreshPolicies, onClose);
  const outside = row.payment !== 'INSURER';
  const send = () =>
    action.send((once) => api.post<Done>(`/app-user-policy/paid/${row.id}`, { body: { outside }, ...once }));
  return (
    <ActionDialog
      title={t(outside ? 'policies.outside.title' : 'policies.outside.undoTitle', { title: row.title })}
      onClose={onClose}
    >
      <ActionForm isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>{t(outside ? 'policies.outside.text' : 'policies.outside.undoText')}</bdi>
        </p>
        <Refusal submit={action} />
        <ActionButtons
          label={t(outside ? 'policies.outside.do' : 'policies.outside.undoDo')}
          submit={action}
          onCancel={onClose}
        />
      </ActionForm>
    </ActionDialog>
  );
}
