import { useState } from 'react';
import type { BulkReport } from '#kit/contract/answers.ts';
import { ref } from '#kit/contract/fields.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { ApiError } from '#kit/web/api.ts';
import type { BulkDialogProps } from '#kit/web/catalogue/bulk/area-bulk.ts';
import { BulkOutcome } from '#kit/web/catalogue/bulk/bulk-dialogs.tsx';
import { RecordField } from '#kit/web/catalogue/inputs/record-field.tsx';
import type { Selection } from '#kit/web/exports.ts';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { useAction } from '#kit/web/ui/use-action.ts';
import { vehicle } from '../vehicle/vehicle.contract.ts';
import { addToGroup, refreshGroups } from './groups.queries.ts';

const field = ref('vehicle-group', { label: 'Group' });

/** Adds the selected rows of the list of vehicles to a group. */
export function AddSelected({ selection, count, onClose }: BulkDialogProps) {
  const t = useT();
  const title = t('vehicleGroups.addTitle', { count });
  return <AddToGroup title={title} selection={selection} onClose={onClose} />;
}

/** Adds one vehicle to a group. */
export function AddOne({ row, onClose }: { row: RowOf<typeof vehicle>; onClose: () => void }) {
  const t = useT();
  return (
    <AddToGroup
      title={t('vehicleGroups.addOneTitle', { title: row.title })}
      selection={{ ids: [row.id] }}
      orgId={row.orgId}
      onClose={onClose}
    />
  );
}

function AddToGroup(props: { title: string; selection: Selection; orgId?: string; onClose: (done?: boolean) => void }) {
  const { title, selection, orgId, onClose } = props;
  const t = useT();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const [groupId, setGroupId] = useState('');
  const [report, setReport] = useState<BulkReport>();
  // It stays open to say what was left out.
  const action = useAction(refreshGroups, () => undefined);
  const add = async () => {
    const answer = await action.send((once) => addToGroup(groupId, selection, once));
    if (answer instanceof ApiError) return;
    if (answer.data.failed.length > 0) setReport(answer.data);
    else onClose(true);
  };
  if (report) return <BulkOutcome report={report} definition={vehicle} onClose={() => onClose(true)} />;
  return (
    <ActionDialog title={title} onClose={() => onClose()}>
      <ActionForm onSubmit={() => void add()}>
        <Refusal submit={action} />
        {isStaff && orgId === undefined ? <p className="t2">{t('vehicleGroups.sameOwner')}</p> : null}
        <RecordField
          label={t('vehicleGroups.group')}
          field={field}
          value={groupId}
          error={undefined}
          isFirst
          narrow={isStaff && orgId !== undefined ? { orgId } : undefined}
          onChange={(value) => {
            setGroupId(value);
            action.clear();
          }}
        />
        <ActionButtons
          label={t('vehicleGroups.addToGroup')}
          submit={action}
          isOff={groupId === ''}
          onCancel={() => onClose()}
        />
      </ActionForm>
    </ActionDialog>
  );
}
