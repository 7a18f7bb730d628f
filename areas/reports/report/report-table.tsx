import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type Column, ListTable } from '#kit/web/list/list-table.tsx';
import { useT } from '#kit/web/i18n.ts';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import type { ReportName, ReportTotals } from './report-answers.contract.ts';
import type { ReportColumn } from './report-columns.contract.ts';
import { type AnyRow, figureText, keyOf, ReportCell } from './report-cells.tsx';
import type { ReportAddress } from './use-report-address.web.ts';
import styles from '../reports.module.css';

interface Props {
  name: ReportName;
  columns: readonly ReportColumn[];
  rows: readonly AnyRow[] | undefined;
  totals: ReportTotals | undefined;
  address: Pick<ReportAddress, 'sort' | 'sortBy'>;
}

const isNumber = ({ kind }: ReportColumn) =>
  kind === 'number' || kind === 'distance' || kind === 'duration' || kind === 'speed';

/** Rows of a report over what they add up to: a table, or cards on a phone. */
export function ReportTable(props: Props) {
  const isSmall = useMedia(smallScreen);
  return isSmall ? <Cards {...props} /> : <Rows {...props} />;
}

function Rows({ name, columns, rows, totals, address }: Props) {
  const t = useT();
  const chosen = address.sort.replace('-', '');
  const isDown = address.sort.startsWith('-');
  const Arrow = isDown ? IconArrowDown : IconArrowUp;
  const shown = columns.map((column): Column<AnyRow> => {
    const isChosen = column.sorts === true && column.key === chosen;
    const label = t(`reports.columns.${labelOf(name, column)}`);
    return {
      key: column.key,
      isNumber: isNumber(column),
      sorted: isChosen ? (isDown ? 'descending' : 'ascending') : undefined,
      head: column.sorts ? (
        <button type="button" onClick={() => address.sortBy(column.key, !(isChosen && isDown))}>
          {label}
          {isChosen ? <Arrow aria-hidden="true" /> : null}
        </button>
      ) : (
        label
      ),
      render: (row) => <ReportCell name={name} column={column} row={row} />,
      ...(column.total && totals ? { total: <Total column={column} totals={totals} /> } : {}),
    };
  });
  return (
    <ListTable
      className={styles.report}
      rows={rows}
      keyOf={(row) => keyOf(name, row)}
      columns={shown}
      totalsLabel={rows && totals ? t('reports.total') : undefined}
    />
  );
}

function Total({ column, totals }: { column: ReportColumn; totals: ReportTotals }) {
  const value = totals[column.key];
  return <bdi>{typeof value === 'number' ? figureText(column.kind, value) : '–'}</bdi>;
}

/** Some reports call a field otherwise than others. */
export const labelOf = (name: ReportName, { key }: ReportColumn) => {
  if (name === 'geofence-visits' && key === 'startAt') return 'entered';
  if (name === 'geofence-visits' && key === 'endAt') return 'left';
  if ((name === 'stops' || name === 'idling') && key === 'startAt') return 'from';
  if ((name === 'stops' || name === 'idling') && key === 'endAt') return 'until';
  return key as 'day';
};

const headKinds = ['vehicle', 'day'] as const;

function Cards({ name, columns, rows, totals }: Props) {
  const t = useT();
  const isHead = ({ key, kind }: ReportColumn) =>
    (headKinds as readonly string[]).includes(kind) ||
    key === 'startAt' ||
    (name === 'driver-distance' && key === 'driver');
  const heads = columns.filter(isHead);
  const facts = columns.filter((column) => !isHead(column));
  return (
    <>
      <ul className={`cards ${styles.rows}`}>
        {rows?.map((row) => (
          <li key={keyOf(name, row)}>
            <span className="row wrap">
              {heads.map((column) => (
                <ReportCell key={column.key} name={name} column={column} row={row} />
              ))}
            </span>
            <dl>
              {facts.map((column) => (
                <div key={column.key}>
                  <dt>{t(`reports.columns.${labelOf(name, column)}`)}</dt>
                  <dd>
                    <ReportCell name={name} column={column} row={row} />
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        )) ??
          [0, 1, 2, 3].map((one) => (
            <li key={one}>
              <span className="sk" style={{ width: 180 }} />
            </li>
          ))}
      </ul>
      {rows && totals ? (
        <section className={styles.sum} aria-label={t('reports.total')}>
          <h2 className="h2">{t('reports.total')}</h2>
          <dl>
            {columns
              .filter(({ total }) => total)
              .map((column) => (
                <div key={column.key}>
                  <dt>{t(`reports.columns.${labelOf(name, column)}`)}</dt>
                  <dd>
                    <Total column={column} totals={totals} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ) : null}
    </>
  );
}
