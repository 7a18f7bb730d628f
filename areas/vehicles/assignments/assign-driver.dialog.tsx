import { useState } from 'react';
import { ref } from '#kit/contract/fields.ts';
import { api } from '#kit/web/api.ts';
import { ReasonLines } from '#kit/web/catalogue/record/banner.tsx';
import { RecordField } from '#kit/web/catalogue/inputs/record-field.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { MomentField } from '#kit/web/ui/date/moment-field.tsx';
import { momentOf } from '#kit/web/ui/date/moment-text.ts';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import type { vehicle } from '../vehicle/vehicle.contract.ts';
import { refreshVehicles, useCompliance } from '../vehicles.queries.ts';
import { ComplianceChip, reasonsOf } from '../compliance-lines.tsx';

const field = ref('drivers', { label: 'Driver' });

/** Assigns a driver to the vehicle: it shows beforehand whether they may drive it, and why not. */
export function GiveDriver({ row, onClose }: { row: RowOf<typeof vehicle>; onClose: () => void }) {
  const t = useT();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const [driverId, setDriverId] = useState('');
  const [from, setFrom] = useState('');
  const action = useAction(refreshVehicles, onClose);
  const compliance = useCompliance(row.id, driverId, driverId !== '');
  const give = () =>
    action.send((once) => {
      const body = { driverId, ...(from === '' ? {} : { from: momentOf(from) }) };
      return api.post<Done>(`/vehicle/driver/${row.id}`, { body, ...once });
    });
  return (
    <ActionDialog title={t('vehicles.giveTitle', { title: row.title })} onClose={onClose}>
      <ActionForm onSubmit={() => void give()}>
        <Refusal submit={action} fields={['from']} />
        <RecordField
          label={t('vehicles.driver')}
          field={field}
          value={driverId}
          error={undefined}
          isFirst
          narrow={isStaff ? { orgId: row.orgId } : undefined}
          onChange={(value) => {
            setDriverId(value);
            action.clear();
          }}
        />
        <div role="status">
          {compliance.data && driverId ? (
            <div className="col gap-6">
              <ComplianceChip colour={compliance.data.colour} />
              <ReasonLines reasons={reasonsOf(compliance.data.lines, { vehicleId: row.id, driverId })} />
            </div>
          ) : null}
        </div>
        <MomentField
          label={t('vehicles.from')}
          optional
          help={t('vehicles.fromHelp')}
          value={from}
          error={action.fields['from']}
          onChange={setFrom}
        />
        <ActionButtons label={t('vehicles.give')} submit={action} isOff={driverId === ''} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
