import { useEffect, useId, useState } from 'react';
import type { BulkReport, OptionRow } from '#kit/contract/answers.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { ApiError } from '#kit/web/api.ts';
import { BulkOutcome } from '#kit/web/catalogue/bulk/bulk-dialogs.tsx';
import { useOptions } from '#kit/web/catalogue/data.ts';
import { constants } from '#kit/web/constants.ts';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { useAction } from '#kit/web/ui/use-action.ts';
import { vehicle } from '../vehicle/vehicle.contract.ts';
import styles from '../vehicles.module.css';
import type { vehicleGroup } from './group.contract.ts';
import { addToGroup, refreshGroups } from './groups.queries.ts';

const shown = 50;

/** Finds vehicles of the group's organisation by their plates and adds those that are checked. */
export function AddVehicles({ group, onClose }: { group: RowOf<typeof vehicleGroup>; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const [words, setWords] = useState('');
  const [sought, setSought] = useState('');
  const [chosen, setChosen] = useState<readonly OptionRow[]>([]);
  const [report, setReport] = useState<BulkReport>();
  useEffect(() => {
    const timer = setTimeout(() => setSought(words), constants.searchDelayMs);
    return () => clearTimeout(timer);
  }, [words]);
  const { data } = useOptions(vehicle.path, sought, shown, true, isStaff ? { orgId: group.orgId } : {});
  const action = useAction(refreshGroups, () => undefined);
  const add = async () => {
    const answer = await action.send((once) => addToGroup(group.id, { ids: chosen.map((one) => one.id) }, once));
    if (answer instanceof ApiError) return;
    if (answer.data.failed.length > 0) setReport(answer.data);
    else onClose();
  };
  if (report) return <BulkOutcome report={report} definition={vehicle} onClose={onClose} />;
  const isChosen = (one: OptionRow) => chosen.some((other) => other.id === one.id);
  const options = [...chosen, ...(data?.data ?? []).filter((one) => !isChosen(one))];
  return (
    <ActionDialog title={t('vehicleGroups.addVehiclesTitle', { title: group.title })} onClose={onClose}>
      <ActionForm onSubmit={() => void add()}>
        <Refusal submit={action} />
        <div className="fld">
          <label htmlFor={id}>{t('vehicleGroups.find')}</label>
          <input
            id={id}
            type="search"
            className="inp"
            data-autofocus
            value={words}
            // Enter looks, it does not add.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        </div>
        <fieldset className={styles['group-picks']}>
          <legend className="sr">{t('vehicleGroups.found')}</legend>
          {options.map((one) => (
            <label key={one.id} className="check">
              <input
                type="checkbox"
                className="cbx"
                checked={isChosen(one)}
                onChange={() =>
                  setChosen(isChosen(one) ? chosen.filter((other) => other.id !== one.id) : [...chosen, one])
                }
              />
              <bdi>{one.label}</bdi>
            </label>
          ))}
          {data && options.length === 0 ? <p className="t2">{t('vehicleGroups.noneFound')}</p> : null}
        </fieldset>
        <ActionButtons
          label={
            chosen.length === 0 ? t('vehicleGroups.addVehicles') : t('vehicleGroups.addCount', { count: chosen.length })
          }
          submit={action}
          isOff={chosen.length === 0}
          onCancel={onClose}
        />
      </ActionForm>
    </ActionDialog>
  );
}
