import type { AnyRow } from '#kit/contract/catalogue.ts';
import { OffDuty } from '#kit/web/ui/place.tsx';
import { Ago } from '#kit/web/ui/when.tsx';
import { usePositions } from '../trips.queries.ts';

/** Who has not reported for longer is drawn as being at rest. */
export const freshS = 15 * 60;

/** When the device of a vehicle reported a position last: a cell of the list of vehicles, or with `label` a part of a card. */
export function LastSeen({ row, rows, label }: { row: AnyRow; rows: readonly AnyRow[]; label?: string }) {
  const { data } = usePositions(rows.map(({ id }) => id));
  const { patch: at, isOffDuty } = data?.get(row.id) ?? {};
  if (isOffDuty && !at) return <OffDuty />;
  if (!at) return label !== undefined ? null : data ? <span className="t3">–</span> : <span className="sk" />;
  return (
    <span>
      {label ? <span className="t3">{label} </span> : null}
      <span className={at.ageS < freshS ? 'st ok' : 'st off'}>
        <Ago at={at.fixTime} />
      </span>
      {isOffDuty ? (
        <>
          {' '}
          <OffDuty isMark />
        </>
      ) : null}
    </span>
  );
}
