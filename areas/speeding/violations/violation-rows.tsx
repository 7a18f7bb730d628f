import { Link } from '@tanstack/react-router';
import { useT } from '#kit/web/i18n.ts';
import { type Column, ListTable } from '#kit/web/list/list-table.tsx';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import { Plate } from '#kit/web/ui/plate.tsx';
import { Place } from '#kit/web/ui/place.tsx';
import { distanceText, durationText, overText, speedText } from '#kit/web/ui/units.ts';
import { When } from '#kit/web/ui/when.tsx';
import type { Severity, Violation, ViolationState } from '../violation-answers.contract.ts';
import styles from '../speeding.module.css';

const stateShapes = { TO_REVIEW: 'due', CONFIRMED: 'bad', DISMISSED: 'off', WITHDRAWN: 'off' } as const;
const severityShapes = { NONE: 'off', MINOR: 'info', MAJOR: 'due', CRITICAL: 'bad' } as const;

/** How far the review is. */
export function StateWord({ state }: { state: ViolationState }) {
  const t = useT();
  return <span className={`st ${stateShapes[state]}`}>{t(`violations.states.${state}`)}</span>;
}

/** How far above the limit. */
export function SeverityWord({ severity }: { severity: Severity }) {
  const t = useT();
  return <span className={`st ${severityShapes[severity]}`}>{t(`violations.severities.${severity}`)}</span>;
}

interface Props {
  rows: readonly Violation[] | undefined;
  /** The filters of the list, which go along to the page of a violation: it knows the next one by them. */
  search: Readonly<Record<string, string | undefined>>;
  /** The vehicle is named: the list is not that of one. */
  named: boolean;
}

/** Violations in a table, or as cards on a telephone. */
export function ViolationRows(props: Props) {
  return useMedia(smallScreen) ? <Cards {...props} /> : <Table {...props} />;
}

/** To its page, named after what it is. */
function ToPage({ one, search, named }: { one: Violation } & Pick<Props, 'search' | 'named'>) {
  return (
    <Link to={`/violation/${one.id}`} search={search as never} className="ttl">
      {named ? <Plate no={one.vehicle} use={one.plateUse} /> : <When at={one.fromAt} />}
      <span className="sr">
        {' '}
        {overText(one)}
        {named ? (
          <>
            , <When at={one.fromAt} />
          </>
        ) : null}
      </span>
    </Link>
  );
}

function State({ one }: { one: Violation }) {
  const t = useT();
  return (
    <>
      <StateWord state={one.state} />
      {one.groundChange ? <span className={styles.under}>{t('violations.changedSince')}</span> : null}
      {one.assignedTo ? (
        <span className={styles.under}>{t('violations.reviewedBy', { name: one.assignedTo.name })}</span>
      ) : null}
    </>
  );
}

const Limit = ({ one }: { one: Violation }) => (
  <bdi>
    <b className="mid">{speedText(one.peakKmh)}</b>
    <span className={styles.under}>{speedText(one.limitKmh)}</span>
  </bdi>
);

function Table({ rows, search, named }: Props) {
  const t = useT();
  const when: Column<Violation> = {
    key: 'at',
    head: t('violations.time'),
    render: ({ fromAt }) => <When at={fromAt} />,
  };
  return (
    <ListTable
      className={styles.rows}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'vehicle',
          head: t(named ? 'violations.vehicle' : 'violations.time'),
          render: (one) => <ToPage one={one} search={search} named={named} />,
        },
        {
          key: 'speed',
          head: t('violations.speedOverLimit'),
          isNumber: true,
          render: (one) => <Limit one={one} />,
        },
        {
          key: 'severity',
          head: t('violations.severity'),
          render: ({ severity }) => <SeverityWord severity={severity} />,
        },
        {
          key: 'road',
          head: t('violations.road'),
          render: (one) => (
            <>
              <bdi className={styles.road}>{one.road}</bdi>
              <span className={styles.under}>
                <Place place={one.place} lat={one.lat} lon={one.lon} />
              </span>
            </>
          ),
        },
        ...(named ? [when] : []),
        {
          key: 'length',
          head: t('violations.length'),
          className: 't2',
          render: ({ seconds, lengthM }) => (
            <bdi>
              {durationText(seconds)}, {distanceText(lengthM)}
            </bdi>
          ),
        },
        {
          key: 'driver',
          head: t('violations.driver'),
          render: ({ driver }) => (driver ? <bdi>{driver}</bdi> : <span className="t3">–</span>),
        },
        {
          key: 'tier',
          head: t('violations.tier'),
          render: ({ tier }) => (
            <span className={tier === 'EVIDENCE' ? 'st ok' : 'st off'}>{t(`violations.tiers.${tier}`)}</span>
          ),
        },
        { key: 'state', head: t('trips.state'), render: (one) => <State one={one} /> },
      ]}
    />
  );
}

function Cards({ rows, search, named }: Props) {
  return (
    <ul className={`cards ${styles.cards}`}>
      {rows?.map((one) => (
        <li key={one.id}>
          <ToPage one={one} search={search} named={named} />
          <State one={one} />
          <span className={styles['card-speed']}>
            <bdi className="mid">{overText(one)}</bdi>
            <SeverityWord severity={one.severity} />
          </span>
          <span className="more">
            <bdi>{one.road}</bdi>
            {named ? <When at={one.fromAt} /> : null}
            {one.driver ? <bdi>{one.driver}</bdi> : null}
          </span>
        </li>
      )) ??
        [0, 1, 2, 3].map((one) => (
          <li key={one}>
            <span className="sk" style={{ width: 180 }} />
          </li>
        ))}
    </ul>
  );
}
