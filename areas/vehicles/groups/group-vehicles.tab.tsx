import { IconTruck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { RowOf } from '#kit/contract/rows.ts';
import { useRows } from '#kit/web/catalogue/data.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ListSheet } from '#kit/web/list/list-sheet.tsx';
import { SideScroll } from '#kit/web/list/side-scroll.tsx';
import { useCan } from '#kit/web/rights.ts';
import { Plate } from '#kit/web/ui/plate.tsx';
import { rowAction } from '#kit/web/ui/use-action.ts';
import { ComplianceChip } from '../compliance-lines.tsx';
import { vehicle } from '../vehicle/vehicle.contract.ts';
import { AddVehicles } from './add-vehicles.dialog.tsx';
import type { vehicleGroup } from './group.contract.ts';
import { refreshGroups, removeFromGroup } from './groups.queries.ts';

const size = 25;

/** The vehicles of a group, and the way to add and remove some. */
export function GroupVehicles({ row }: RecordTabProps<typeof vehicleGroup>) {
  const t = useT();
  const mayEdit = useCan()('vehicle-group', 'edit');
  const [page, setPage] = useState(1);
  const [adding, setAdding] = useState(false);
  const found = useRows(vehicle, { groupId: row.id, take: String(size), skip: String((page - 1) * size) });
  const addButton = (look: 'p' | 'd') =>
    mayEdit ? (
      <button type="button" className={`btn ${look}`} onClick={() => setAdding(true)}>
        {t('vehicleGroups.addVehicles')}
      </button>
    ) : null;
  return (
    <>
      <ListSheet
        label={t('vehicleGroups.vehicles')}
        found={found}
        address={{ page, size, toPage: setPage }}
        empty={{
          icon: <IconTruck aria-hidden="true" />,
          title: t('vehicleGroups.empty'),
          text: t('vehicleGroups.emptyText'),
          action: addButton('p'),
        }}
      >
        {(vehicles) => (
          <>
            <div className="row wrap sec" style={{ justifyContent: 'space-between' }}>
              <Link to="/vehicle" search={{ groupId: row.id } as never}>
                {t('vehicleGroups.openList')}
              </Link>
              {addButton('d')}
            </div>
            <SideScroll>
              <table className="tbl plain">
                <thead>
                  <tr>
                    <th scope="col">{vehicle.fields.registrationNo.label}</th>
                    <th scope="col">{t('vehicleGroups.model')}</th>
                    <th scope="col">{vehicle.readOnly.verdict.label}</th>
                    <th scope="col">{t('vehicleGroups.driver')}</th>
                    {mayEdit ? (
                      <th scope="col">
                        <span className="sr">{t('vehicleGroups.remove')}</span>
                      </th>
                    ) : null}
                  </tr>
                </thead>
                <tbody>
                  {vehicles?.map((one) => (
                    <Line key={one.id} row={one} {...(mayEdit ? { groupId: row.id } : {})} />
                  ))}
                </tbody>
              </table>
            </SideScroll>
          </>
        )}
      </ListSheet>
      {adding ? <AddVehicles group={row} onClose={() => setAdding(false)} /> : null}
    </>
  );
}

function Line({ row, groupId }: { row: RowOf<typeof vehicle>; groupId?: string }) {
  const t = useT();
  return (
    <tr>
      <td>
        <Plate no={row.registrationNo} to={`/vehicle/${row.id}`} use={row.plateUse} />
      </td>
      <td>
        <bdi>{row.model?.label ?? row.unlistedModel ?? '–'}</bdi>
      </td>
      <td>
        <ComplianceChip colour={row.verdict} />
      </td>
      <td>
        <bdi>{row.driver?.label ?? '–'}</bdi>
      </td>
      {groupId === undefined ? null : (
        <td className="num">
          <button
            type="button"
            className="btn d sm"
            onClick={() => void rowAction(refreshGroups, () => removeFromGroup(groupId, [row.id]))}
          >
            {t('vehicleGroups.remove')}
            <span className="sr"> {row.title}</span>
          </button>
        </td>
      )}
    </tr>
  );
}
