import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { rowAction } from '#kit/web/ui/use-action.ts';
import type { vehicle } from '../vehicle/vehicle.contract.ts';
import styles from '../vehicles.module.css';
import { AddOne } from './add-to-group.dialog.tsx';
import { groupColours } from './group.contract.ts';
import { refreshGroups, removeFromGroup, useGroupsOf } from './groups.queries.ts';

/** The groups that a vehicle is in. */
export function VehicleGroups({ row }: Pick<RecordTabProps<typeof vehicle>, 'row'>) {
  const t = useT();
  const mayEdit = useCan()('vehicle-group', 'edit');
  const groups = useGroupsOf(row.id).data;
  const [adding, setAdding] = useState(false);
  return (
    <section className="sheet sec" aria-labelledby="vehicle-groups" aria-busy={groups === undefined}>
      <div className="panel-head">
        <h2 className="h2" id="vehicle-groups">
          {t('vehicleGroups.title')}
        </h2>
        {mayEdit ? (
          <button type="button" className="btn d sm" onClick={() => setAdding(true)}>
            {t('vehicleGroups.addToGroup')}
          </button>
        ) : null}
      </div>
      {groups === undefined ? (
        <span className="sk" aria-hidden="true" />
      ) : groups.length === 0 ? (
        <p className="t2">{t('vehicleGroups.none')}</p>
      ) : (
        <ul className={styles.groups}>
          {groups.map(({ id, name, colour }) => (
            <li key={id}>
              <Link
                to={`/vehicle-group/${id}`}
                search={{ tab: 'vehicles' } as never}
                className={`st ${groupColours.find(({ value }) => value === colour)?.tone}`}
              >
                <bdi>{name}</bdi>
              </Link>
              {mayEdit ? (
                <button
                  type="button"
                  className="btn g ic sm"
                  aria-label={t('vehicleGroups.removeFrom', { title: name })}
                  onClick={() => void rowAction(refreshGroups, () => removeFromGroup(id, [row.id]))}
                >
                  <IconX className="i s" aria-hidden="true" />
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {adding ? <AddOne row={row} onClose={() => setAdding(false)} /> : null}
    </section>
  );
}
