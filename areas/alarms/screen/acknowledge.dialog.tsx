import { useState } from 'react';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import type { BulkDialogProps } from '#kit/web/catalogue/bulk/area-bulk.ts';
import type { Selection } from '#kit/web/exports.ts';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ReasonField } from '#kit/web/ui/action-fields.tsx';
import { useAction } from '#kit/web/ui/use-action.ts';
import type { alarm } from '../alarm/alarm.contract.ts';
import { acknowledgeAlarms, refreshAlarms } from '../alarms.queries.ts';

/** Somebody has seen to one alarm. */
export function AcknowledgeAlarm({ row, onClose }: RowDialogProps<typeof alarm>) {
  const t = useT();
  const title = t('alarms.acknowledgeOne', { what: row.what, vehicle: row.vehicle?.label ?? '' });
  return <Acknowledge title={title} selection={{ ids: [row.id] }} onClose={() => onClose()} />;
}

/** The same for the selected rows of the list. */
export function AcknowledgeSelected({ selection, count, onClose }: BulkDialogProps) {
  const t = useT();
  return (
    <Acknowledge
      title={t('alarms.acknowledgeMany', { count })}
      selection={selection}
      onClose={(isDone) => onClose(isDone)}
    />
  );
}

function Acknowledge(props: { title: string; selection: Selection; onClose: (isDone?: boolean) => void }) {
  const { title, selection, onClose } = props;
  const t = useT();
  const [note, setNote] = useState('');
  const action = useAction(refreshAlarms, () => onClose(true));
  return (
    <ActionDialog title={title} onClose={() => onClose()}>
      <ActionForm
        isOwnCheck
        isBusy={action.busy}
        onSubmit={() => void action.send(() => acknowledgeAlarms(selection, note.trim()))}
      >
        <p className="t2">
          <bdi>{t('alarms.acknowledgeText')}</bdi>
        </p>
        <Refusal submit={action} fields={['note']} />
        <ReasonField
          label={t('alarms.note')}
          isFirst
          rows={3}
          maxLength={1_000}
          value={note}
          error={action.fields['note']}
          onChange={setNote}
        />
        <ActionButtons label={t('alarms.acknowledge')} submit={action} onCancel={() => onClose()} />
      </ActionForm>
    </ActionDialog>
  );
}
