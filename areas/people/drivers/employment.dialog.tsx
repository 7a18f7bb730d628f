import { useId, useState } from 'react';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ChoiceField, ReasonField } from '#kit/web/ui/action-fields.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { refreshPeople } from '../people.queries.ts';
import { type driver, driverStates } from './driver.contract.ts';
import { actsIn, type DriverAct } from './employment.contract.ts';

/** Records that a driver is suspended, has left or is back. What documents say of them is not among it. */
export function SetEmployment({ row, onClose }: RowDialogProps<typeof driver>) {
  const t = useT();
  const id = useId();
  const { state } = row;
  const offered = actsIn(state);
  const [chosen, setChosen] = useState<DriverAct>();
  const [reason, setReason] = useState('');
  const action = useAction(refreshPeople, onClose);
  const act = chosen ?? offered[0];
  const save = async () => {
    if (reason.trim().length < 3) {
      action.setFields({ reason: t('drivers.reasonShort') });
      document.getElementById(id)?.focus();
      return;
    }
    const body = { reason: reason.trim() };
    await action.send((once) => api.post<Done>(`/drivers/${act}/${row.id}`, { body, ...once }));
  };
  return (
    <ActionDialog title={t('drivers.situationTitle', { title: row.title })} onClose={onClose}>
      <ActionForm isOwnCheck onSubmit={() => void save()}>
        <Refusal submit={action} fields={['reason']} />
        <p className="t2">
          {t('drivers.isNow', { state: driverStates.find(({ value }) => value === state)?.label ?? state })}
        </p>
        <ChoiceField
          legend={t('drivers.whatNow')}
          options={offered.map((value) => ({ value, label: t(`drivers.acts.${value}`) }))}
          value={act}
          onChange={setChosen}
        />
        {act === 'suspend' || act === 'exit' ? <p className="alert info">{t(`drivers.ends.${act}`)}</p> : null}
        <ReasonField
          id={id}
          label={t('drivers.reason')}
          isRequired
          value={reason}
          error={action.fields['reason']}
          onChange={(words) => {
            setReason(words);
            action.clear();
          }}
        />
        <ActionButtons label={t('drivers.save')} submit={action} isOff={!act} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
