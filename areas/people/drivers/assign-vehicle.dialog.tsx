import { useState } from 'react';
import { vehicle } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { ref } from '#kit/contract/fields.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { api } from '#kit/web/api.ts';
import { useRow } from '#kit/web/catalogue/data.ts';
import { RecordField } from '#kit/web/catalogue/inputs/record-field.tsx';
import { ReasonLines } from '#kit/web/catalogue/record/banner.tsx';
import { said, useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { refreshPeople, useComplianceTogether } from '../people.queries.ts';
import { type driver, verdicts } from './driver.contract.ts';

const field = ref('vehicle', { label: 'Vehicle' });

/** Assigns a vehicle to the driver, now: it shows beforehand whether they may drive it, why not, and who has it. */
export function AssignVehicle({ row, onClose }: { row: RowOf<typeof driver>; onClose: () => void }) {
  const t = useT();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const [vehicleId, setVehicleId] = useState('');
  const action = useAction(refreshPeople, onClose);
  const chosen = vehicleId === '' ? undefined : vehicleId;
  const { data } = useComplianceTogether(chosen, row.id);
  const other = useRow(vehicle, chosen).data?.driver;
  const isTaken = chosen !== undefined && other !== null && other !== undefined;
  const verdict = verdicts.find(({ value }) => value === data?.colour);
  const assign = () =>
    action.send((once) => api.post<Done>(`/vehicle/driver/${vehicleId}`, { body: { driverId: row.id }, ...once }));
  return (
    <ActionDialog title={t('drivers.assignTitle', { title: row.title })} onClose={onClose}>
      <ActionForm onSubmit={() => void assign()}>
        <Refusal submit={action} fields={[]} />
        <RecordField
          label={t('drivers.vehicle')}
          field={field}
          value={vehicleId}
          error={undefined}
          isFirst
          narrow={isStaff ? { orgId: row.orgId } : undefined}
          onChange={(value) => {
            setVehicleId(value);
            action.clear();
          }}
        />
        <div role="status" className="col gap-6">
          {chosen && data && verdict ? (
            <>
              <span className={`st ${verdict.tone}`}>{verdict.label}</span>
              <ReasonLines
                reasons={data.lines.map(({ of, about, text, colour, warns }) => ({
                  key: `${of} ${about} ${text}`,
                  tone: colour === 'RED' ? 'bad' : 'due',
                  text: said(text),
                  note: warns ? t('record.onlyWarns') : null,
                }))}
              />
            </>
          ) : null}
          {isTaken ? (
            <p className="t2 sm">
              <bdi>{t('drivers.hasDriver', { name: other.label })}</bdi>
            </p>
          ) : null}
        </div>
        <ActionButtons
          label={t('drivers.assign')}
          submit={action}
          isOff={vehicleId === '' || isTaken}
          onCancel={onClose}
        />
      </ActionForm>
    </ActionDialog>
  );
}
