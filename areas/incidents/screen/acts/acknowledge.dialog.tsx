import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { incident } from '../../incident/incident.contract.ts';
import { refreshIncidents } from '../../incidents.queries.ts';
import { IncidentFacts } from './facts.tsx';

/** Somebody looks after it from now on: the siren ends for everybody, and nothing more is escalated. */
export function AcknowledgeIncident({ row, onClose }: RowDialogProps<typeof incident>) {
  const t = useT();
  const action = useAction(refreshIncidents, onClose);
  const send = () => action.send((once) => api.post<Done>(`/incident/acknowledge/${row.id}`, once));
  return (
    <ActionDialog title={t('incidents.dialog.acknowledge', { no: row.incidentNo })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p>
          <bdi>{t('incidents.dialog.acknowledgeText')}</bdi>
        </p>
        <IncidentFacts row={row} />
        <Refusal submit={action} />
        <ActionButtons label={t('incidents.acts.acknowledge')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
