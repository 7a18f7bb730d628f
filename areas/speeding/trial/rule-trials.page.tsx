import { IconFlask } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { isId } from '#kit/contract/ids-and-days.ts';
import { ref } from '#kit/contract/fields.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { ListTable } from '#kit/web/list/list-table.tsx';
import { usePartsBelow } from '#kit/web/parts-below.ts';
import { useCan } from '#kit/web/rights.ts';
import { NotFound } from '#kit/web/shell/failure.tsx';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import { RefFilter } from '#kit/web/ui/ref-filter.tsx';
import { When } from '#kit/web/ui/when.tsx';
import type { RuleTrial } from './rule-trial.contract.ts';
import { trialShapes, useTrials } from './trial.queries.ts';
import { TrialName } from './trial-words.tsx';
import styles from '../speeding.module.css';

const TrialDetail = lazyPage(async () => (await import('./trial-detail.tsx')).TrialDetail);
const road = ref('road', { label: 'Road' });

/** Trials of rules on past trips: all of them, and one. */
export function RuleTrialSpace() {
  const [first, ...more] = usePartsBelow('/rule-trial');
  if (first === undefined) return <RuleTrials />;
  if (more.length > 0 || !isId(first)) return <NotFound />;
  return (
    <Suspense>
      <TrialDetail key={first} id={first} />
    </Suspense>
  );
}

function RuleTrials() {
  const t = useT();
  const can = useCan();
  const isSmall = useMedia(smallScreen);
  const address = useListAddress(['roadId']);
  const found = useTrials({ ...address.filters, ...address.rows });
  const count = found.data?.count;
  return (
    <ListPage
      title={t('trials.title')}
      sub={<bdi>{count === undefined ? ' ' : t('trials.count', { count, number: formatNumber(count) })}</bdi>}
      filters={
        can('road', 'view') ? (
          <RefFilter field={road} value={address.filters.roadId} onChange={(roadId) => address.ask({ roadId })} />
        ) : undefined
      }
      address={address}
      found={found}
      className="list"
      empty={{
        icon: <IconFlask aria-hidden="true" />,
        title: t('trials.none'),
        text: t(address.isFiltered ? 'trials.noMatchText' : 'trials.noneText'),
      }}
    >
      {(rows) => (isSmall ? <Cards rows={rows} /> : <Rows rows={rows} />)}
    </ListPage>
  );
}

interface RowsProps {
  rows: readonly RuleTrial[] | undefined;
}

function State({ of }: { of: Pick<RuleTrial, 'state'> }) {
  const t = useT();
  return <span className={`st ${trialShapes[of.state]}`}>{t(`trials.states.${of.state}`)}</span>;
}

const ToTrial = ({ one }: { one: RuleTrial }) => (
  <Link to={`/rule-trial/${one.id}`} className="ttl">
    <TrialName one={one} />
  </Link>
);

function Rows({ rows }: RowsProps) {
  const t = useT();
  const number = (key: 'added' | 'gone' | 'changed' | 'done') => ({
    key,
    head: t(`trials.of.${key}`),
    isNumber: true,
    render: (one: RuleTrial) => <bdi>{formatNumber(one[key])}</bdi>,
  });
  return (
    <ListTable
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { key: 'what', head: t('trials.what'), render: (one) => <ToTrial one={one} /> },
        { key: 'state', head: t('trials.state'), render: (one) => <State of={one} /> },
        number('added'),
        number('gone'),
        number('changed'),
        number('done'),
        {
          key: 'org',
          head: t('trials.org'),
          render: ({ org }) => (org ? <bdi>{org.name}</bdi> : <span className="t2">{t('trials.everybody')}</span>),
        },
        {
          key: 'by',
          head: t('trials.by'),
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
    <ul className={`cards ${styles.cards}`}>
      {rows?.map((one) => (
        <li key={one.id}>
          <ToTrial one={one} />
          <State of={one} />
          <span className="more">
            <bdi>
              {t('trials.sum', {
                added: formatNumber(one.added),
                gone: formatNumber(one.gone),
                changed: formatNumber(one.changed),
                trips: formatNumber(one.done),
              })}
            </bdi>
            <When at={one.at} />
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
