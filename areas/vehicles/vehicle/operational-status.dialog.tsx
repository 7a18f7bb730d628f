import { useState } from 'react';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { api } from '#kit/web/api.ts';
import { useRow } from '#kit/web/catalogue/data.ts';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ChoiceField, ReasonField } from '#kit/web/ui/action-fields.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { refreshVehicles, type VehicleDetails } from '../vehicles.queries.ts';
import { needsNote, operationalStatusMoves, operationalStatusNames } from './operational-status.contract.ts';
import type { OperationalStatus } from './vehicle.contract.ts';

/** Sets the operational status of a vehicle. Draft, active and compliance hold are not among it: they follow from its documents. */
export function SetOperationalStatus(props: { definition: AnyCatalogue; row: AnyRow; onClose: () => void }) {
  const { definition, row, onClose } = props;
  const t = useT();
  const { data } = useRow(definition, row.id);
  const now = (data as unknown as VehicleDetails | undefined)?.situation as OperationalStatus | undefined;
  const [chosen, setChosen] = useState<OperationalStatus>();
  const [note, setNote] = useState('');
  const action = useAction(refreshVehicles, onClose);
  const offered = now ? operationalStatusMoves[now] : [];
  const situation = chosen ?? offered[0];
  const isNeeded = situation !== undefined && needsNote.includes(situation);
  const save = () =>
    action.send((once) => {
      const body = { situation, ...(note.trim() === '' ? {} : { note: note.trim() }) };
      return api.post<Done>(`/vehicle/situation/${row.id}`, { body, ...once });
    });
  return (
    <ActionDialog title={t('vehicles.situationTitle', { title: row.title })} onClose={onClose}>
      <ActionForm isBusy={!now} onSubmit={() => void save()}>
        <Refusal submit={action} fields={['note']} />
        {now ? (
          <>
            <p className="t2">{t('vehicles.isNow', { situation: operationalStatusNames[now] })}</p>
            <ChoiceField
              legend={t('vehicles.situation')}
              options={offered.map((value) => ({ value, label: operationalStatusNames[value] }))}
              value={situation}
              onChange={(value) => {
                setChosen(value);
                action.clear();
              }}
            />
            {situation === 'SOLD' || situation === 'RETIRED' ? (
              <p className="alert info">{t('vehicles.leavesDriver')}</p>
            ) : null}
            <ReasonField
              label={t('vehicles.whatHappened')}
              hint={isNeeded ? undefined : t('form.optional')}
              isNeeded={isNeeded}
              value={note}
              error={action.fields['note']}
              onChange={setNote}
            />
          </>
        ) : (
          <span className="sk" aria-hidden="true" />
        )}
        <ActionButtons label={t('vehicles.save')} submit={action} isOff={!situation} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
