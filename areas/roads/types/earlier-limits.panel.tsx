import type { RecordPanel } from '#kit/web/catalogue/record/record-tabs.tsx';
import type { Draws } from '#kit/web/lazy.ts';
import { formatDay, useT } from '#kit/web/i18n.ts';
import { ListTable } from '#kit/web/list/list-table.tsx';
import { speedText } from '#kit/web/ui/units.ts';
import { roadType } from './road-type.contract.ts';

type Props = RecordPanel['component'] extends Draws<infer P> ? P : never;
interface Version {
  version: number;
  toDay: string;
  limits: Record<'M1' | 'M2_M3' | 'N' | 'MOTORCYCLE' | 'QUADRICYCLE' | 'THREE_WHEELER', number | null>;
}

const { limitM1Kmh, limitM2M3Kmh, limitNKmh, limitMotorcycleKmh, limitQuadricycleKmh, limitThreeWheelerKmh } =
  roadType.fields;
const classes = [
  ['M1', limitM1Kmh.label],
  ['M2_M3', limitM2M3Kmh.label],
  ['N', limitNKmh.label],
  ['MOTORCYCLE', limitMotorcycleKmh.label],
  ['QUADRICYCLE', limitQuadricycleKmh.label],
  ['THREE_WHEELER', limitThreeWheelerKmh.label],
] as const;

/** What a road type was, until its last day each; nothing where it never was another. */
export function EarlierLimits({ row }: Props) {
  const t = useT();
  const { versions = [] } = row as { versions?: Version[] };
  if (versions.length === 0) return null;
  return (
    <div className="sheet sec">
      <div className="panel-head">
        <h2 className="h2">{t('roads.earlierLimits')}</h2>
      </div>
      <ListTable
        label={t('roads.earlierLimits')}
        rows={versions}
        keyOf={({ toDay }) => toDay}
        columns={[
          { key: 'until', head: t('roads.inForceUntil'), render: ({ toDay }) => <bdi>{formatDay(toDay)}</bdi> },
          ...classes.map(([key, head]) => ({
            key,
            head,
            isNumber: true,
            render: ({ limits }: Version) => <bdi>{speedText(limits[key])}</bdi>,
          })),
        ]}
      />
    </div>
  );
}
