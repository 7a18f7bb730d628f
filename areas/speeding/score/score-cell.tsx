import type { AnyRow } from '#kit/contract/catalogue.ts';
import { useScoresOf } from './score.queries.ts';
import { ScoreWord } from './score-words.tsx';

interface Props {
  row: AnyRow;
  rows: readonly AnyRow[];
  label?: string;
}

/** The score of a vehicle's last 30 days: a cell of the list of vehicles, or with `label` a part of a card. */
export const VehicleScoreCell = (props: Props) => <Cell {...props} subject="VEHICLE" />;
/** The same of a driver. */
export const DriverScoreCell = (props: Props) => <Cell {...props} subject="DRIVER" />;

function Cell({ row, rows, label, subject }: Props & { subject: 'VEHICLE' | 'DRIVER' }) {
  const { data } = useScoresOf(
    subject,
    rows.map(({ id }) => id),
  );
  const found = data?.get(row.id);
  if (!found || (label && found.score === null))
    return label ? null : data ? <span className="t3">–</span> : <span className="sk" />;
  return (
    <span>
      {label ? <span className="t3">{label} </span> : null}
      <ScoreWord score={found.score} />
    </span>
  );
}
