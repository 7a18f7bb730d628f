import { useState } from 'react';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { api } from '#kit/web/api.ts';
import { useRow } from '#kit/web/catalogue/data.ts';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ChoiceField, ReasonField } from '#kit/web/ui/action-fields.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { refreshDevices } from '../devices.queries.ts';
import { type DeviceOperationalStatus, deviceSituations } from '../health/health.contract.ts';

/** Sets the operational status of a device. Whether it is online follows by itself. */
export function SetDeviceOperationalStatus(props: { definition: AnyCatalogue; row: AnyRow; onClose: () => void }) {
  const { definition, row, onClose } = props;
  const t = useT();
  const { data } = useRow(definition, row.id);
  const now = (data as unknown as { situation?: DeviceOperationalStatus } | undefined)?.situation;
  const [chosen, setChosen] = useState<DeviceOperationalStatus>();
  const [note, setNote] = useState('');
  const action = useAction(refreshDevices, onClose);
  const offered = now ? deviceSituations.filter((one) => one !== now) : [];
  const situation = chosen ?? offered[0];
  const save = () =>
    action.send((once) => {
      const body = { situation, ...(note.trim() === '' ? {} : { note: note.trim() }) };
      return api.post<Done>(`/device/situation/${row.id}`, { body, ...once });
    });
  return (
    <ActionDialog title={t('devices.situationTitle', { title: row.title })} onClose={onClose}>
      <ActionForm isBusy={!now} onSubmit={() => void save()}>
        <Refusal submit={action} fields={['note']} />
        {now ? (
          <>
            <p className="t2">{t('devices.isNow', { situation: t(`devices.situations.${now}`) })}</p>
            <ChoiceField
              legend={t('devices.whatNow')}
              options={offered.map((value) => ({ value, label: t(`devices.situations.${value}`) }))}
              value={situation}
              onChange={(value) => {
                setChosen(value);
                action.clear();
              }}
            />
            {situation === 'RETIRED' ? <p className="alert info">{t('devices.retiredText')}</p> : null}
            {situation === 'FAULTY' ? <p className="alert info">{t('devices.faultyText')}</p> : null}
            <ReasonField
              label={t('devices.whatHappened')}
              hint={t('form.optional')}
              value={note}
              error={action.fields['note']}
              onChange={setNote}
            />
          </>
        ) : (
          <span className="sk" aria-hidden="true" />
        )}
        <ActionButtons label={t('devices.save')} submit={action} isOff={!situation} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
