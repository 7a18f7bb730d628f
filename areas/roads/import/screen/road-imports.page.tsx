import { IconFileImport } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { isId } from '#kit/contract/ids-and-days.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { ListTable } from '#kit/web/list/list-table.tsx';
import { usePartsBelow } from '#kit/web/parts-below.ts';
import { useCan } from '#kit/web/rights.ts';
import { NotFound } from '#kit/web/shell/failure.tsx';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import { When } from '#kit/web/ui/when.tsx';
import type { RoadImport } from '../road-import.contract.ts';
import { BeginImport } from './begin-import.part.tsx';
import { shapes, useImports } from './imports.queries.ts';
import styles from './road-imports.module.css';
import '#kit/web/catalogue/catalogue.css';
import '#kit/web/catalogue/record/record.css';

const ImportDetail = lazyPage(async () => (await import('./import-detail.tsx')).ImportDetail);

/** Imports of roads: all of them, and one. */
export function RoadImportSpace() {
  const [first, ...more] = usePartsBelow('/road-import');
  if (first === undefined) return <RoadImports />;
  if (more.length > 0 || !isId(first)) return <NotFound />;
  return (
    <Suspense>
      <ImportDetail key={first} id={first} />
    </Suspense>
  );
}

function RoadImports() {
  const t = useT();
  const can = useCan();
  const isSmall = useMedia(smallScreen);
  const address = useListAddress([]);
  const found = useImports(address.rows);
  const count = found.data?.count;
  return (
    <ListPage
      title={t('roadImport.title')}
      sub={<bdi>{count === undefined ? ' ' : t('roadImport.count', { count, number: formatNumber(count) })}</bdi>}
      above={can('road-import', 'create') ? <BeginImport dataSets={found.data?.dataSets ?? []} /> : null}
      address={address}
      found={{ ...found, data: found.data && { data: found.data.data, count: found.data.count ?? 0 } }}
      className="list"
      empty={{
        icon: <IconFileImport aria-hidden="true" />,
        title: t('roadImport.none'),
        text: t('roadImport.noneText'),
      }}
    >
      {(rows) => (isSmall ? <Cards rows={rows} /> : <Rows rows={rows} />)}
    </ListPage>
  );
}

interface RowsProps {
  rows: readonly RoadImport[] | undefined;
}

export function State({ of }: { of: Pick<RoadImport, 'state'> }) {
  const t = useT();
  return <span className={`st ${shapes[of.state]}`}>{t(`roadImport.states.${of.state}`)}</span>;
}

const File = ({ of }: { of: RoadImport }) => (
  <Link to={`/road-import/${of.id}`} className="ttl">
    <bdi className={styles.file}>{of.fileName}</bdi>
  </Link>
);

function Rows({ rows }: RowsProps) {
  const t = useT();
  const number = (key: 'made' | 'changed' | 'gone' | 'errors') => ({
    key,
    head: t(`roadImport.of.${key}`),
    isNumber: true,
    render: (one: RoadImport) => <bdi>{formatNumber(one[key])}</bdi>,
  });
  return (
    <ListTable
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { key: 'file', head: t('roadImport.file'), render: (one) => <File of={one} /> },
        { key: 'state', head: t('roadImport.state'), render: (one) => <State of={one} /> },
        { key: 'dataSet', head: t('roadImport.dataSet'), render: ({ dataSet }) => <bdi>{dataSet}</bdi> },
        number('made'),
        number('changed'),
        number('gone'),
        number('errors'),
        {
          key: 'by',
          head: t('roadImport.by'),
          className: 't2',
          render: ({ actorName, at }) => (
            <>
              <bdi>{actorName}</bdi>, <When at={at} />
            </>
          ),
        },
      ]}
    />
  );
}

function Cards({ rows }: RowsProps) {
  const t = useT();
  return (
    <ul className="cards">
      {rows?.map((one) => (
        <li key={one.id} className={styles.card}>
          <File of={one} />
          <State of={one} />
          <span className="t2 sm">
            <bdi>{one.dataSet}</bdi> · {t('roadImport.of.made')} {formatNumber(one.made)} · {t('roadImport.of.changed')}{' '}
            {formatNumber(one.changed)} · <When at={one.at} />
          </span>
        </li>
      )) ??
        [0, 1, 2].map((one) => (
          <li key={one}>
            <span className="sk" style={{ width: 180 }} />
          </li>
        ))}
    </ul>
  );
}
