import { IconMapQuestion } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { ListTable } from '#kit/web/list/list-table.tsx';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import { SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { Plate } from '#kit/web/ui/plate.tsx';
import { When } from '#kit/web/ui/when.tsx';
import { conclusionShapes } from './alibi-answer.tsx';
import { AlibiTabs } from './alibi-tabs.tsx';
import { type AlibiRow, conclusions } from '../alibi.contract.ts';
import { useAlibis } from './alibi.queries.ts';
import styles from './alibi.module.css';

/** The stored alibis, the latest first. */
export function SavedAlibis() {
  const t = useT();
  const isSmall = useMedia(smallScreen);
  const address = useListAddress(['q', 'conclusion']);
  const found = useAlibis({ ...address.filters, ...address.rows });
  const count = found.data?.count;
  return (
    <ListPage
      title={t('alibi.savedTitle')}
      sub={<bdi>{count === undefined ? ' ' : t('alibi.count', { count, number: formatNumber(count) })}</bdi>}
      above={<AlibiTabs current="saved" />}
      filters={
        <>
          <SearchField label={t('records.search')} {...address.field('q')} />
          <SelectField
            label={t('alibi.conclusion')}
            options={conclusions.map((value) => ({ value, label: t(`alibi.conclusions.${value}`) }))}
            {...address.field('conclusion')}
          />
        </>
      }
      address={address}
      found={found}
      className="list"
      empty={{
        icon: <IconMapQuestion aria-hidden="true" />,
        title: t('alibi.nothing'),
        text: t(address.isFiltered ? 'alibi.nothingFound' : 'alibi.nothingText'),
      }}
    >
      {(rows) => (isSmall ? <Cards rows={rows} /> : <Rows rows={rows} />)}
    </ListPage>
  );
}

interface RowsProps {
  rows: readonly AlibiRow[] | undefined;
}

function Verdict({ one }: { one: AlibiRow }) {
  const t = useT();
  return <span className={`st ${conclusionShapes[one.conclusion]}`}>{t(`alibi.conclusions.${one.conclusion}`)}</span>;
}

function Rows({ rows }: RowsProps) {
  const t = useT();
  return (
    <ListTable
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'plate',
          head: t('alibi.vehicle'),
          render: ({ plate, plateUse, id }) => <Plate no={plate} use={plateUse} to={`/alibi/${id}`} />,
        },
        { key: 'verdict', head: t('alibi.conclusion'), render: (one) => <Verdict one={one} /> },
        { key: 'when', head: t('alibi.when'), render: ({ from }) => <When at={from} /> },
        { key: 'where', head: t('alibi.where'), render: ({ place }) => <bdi>{place}</bdi> },
        { key: 'notice', head: t('alibi.notice'), render: ({ noticeNo }) => <bdi>{noticeNo ?? '–'}</bdi> },
        { key: 'org', head: t('alibi.organisation'), render: ({ organisation }) => <bdi>{organisation}</bdi> },
        {
          key: 'by',
          head: t('alibi.madeBy'),
          className: 't2',
          render: ({ madeBy, madeAt }) => (
            <>
              <bdi>{madeBy}</bdi>, <When at={madeAt} />
            </>
          ),
        },
      ]}
    />
  );
}

function Cards({ rows }: RowsProps) {
  return (
    <ul className={`cards ${styles.cards}`}>
      {rows?.map((one) => (
        <li key={one.id}>
          <Link to={`/alibi/${one.id}`} className="ttl">
            <Plate no={one.plate} use={one.plateUse} />
          </Link>
          <Verdict one={one} />
          <span className="more">
            <bdi>{one.place}</bdi>
            <When at={one.from} />
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
