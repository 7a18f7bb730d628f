import { IconHeartbeat } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatNumber, formatTime, useT } from '#kit/web/i18n.ts';
import { type ListAddress, useListAddress } from '#kit/web/list/list-address.ts';
import { FilterBar } from '#kit/web/list/filter-bar.tsx';
import { useSearchKey } from '#kit/web/list/list-page.tsx';
import { type Found, ListSheet } from '#kit/web/list/list-sheet.tsx';
import { type Column, ListTable } from '#kit/web/list/list-table.tsx';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { Code, PageTitle } from '#kit/web/ui/parts.tsx';
import { Plate } from '#kit/web/ui/plate.tsx';
import { Ago } from '#kit/web/ui/when.tsx';
import { Callers } from './unregistered-devices.tsx';
import { useBoard } from '../devices.queries.ts';
import { boardStates, type DeviceBoard, type DeviceHealthRow, deviceProblems } from './health.contract.ts';
import { DeviceState, Problems, problemTones, stateName } from '../device-status.tsx';
import styles from '../devices.module.css';

const filterNames = ['problem', 'state', 'callers', 'q'] as const;
type Address = ListAddress<(typeof filterNames)[number]>;

/** How all devices are: what is wrong with how many, and with which. */
export function DeviceHealthBoard() {
  const t = useT();
  const address = useListAddress(filterNames);
  const { field, filters, rows } = address;
  const problem = deviceProblems.find((one) => one === filters.problem);
  const state = boardStates.find((one) => one === filters.state);
  const { data, error, refetch, isPlaceholderData } = useBoard({ problem, state, q: filters.q, ...rows });
  useSearchKey();
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const showsCallers = filters.callers === '1' && data?.unknownCallers !== null;
  return (
    <>
      <PageTitle
        title={t('devices.boardTitle')}
        sub={<bdi>{data ? t('devices.asOf', { time: formatTime(data.asOf) }) : ' '}</bdi>}
      />
      <Counts board={data} asked={filters} />
      <h2 className={`h2 ${styles['board-head']}`}>
        {showsCallers
          ? t('devices.callers')
          : problem
            ? t(`devices.problem.${problem}`)
            : state
              ? stateName(state)
              : t('devices.withProblems')}
      </h2>
      <FilterBar filters={filters} onClear={address.clear}>
        <SearchField label={t('devices.search')} {...field('q')} />
        <SelectField
          label={t('devices.wrong')}
          options={deviceProblems.map((value) => ({ value, label: t(`devices.problem.${value}`) }))}
          value={filters.problem ?? ''}
          onChange={(value) => address.ask({ problem: value || undefined, state: undefined, callers: undefined })}
        />
        <SelectField
          label={t('trips.state')}
          options={boardStates.map((value) => ({ value, label: stateName(value) }))}
          value={filters.state ?? ''}
          onChange={(value) => address.ask({ state: value || undefined, problem: undefined, callers: undefined })}
        />
      </FilterBar>
      {showsCallers ? (
        <Callers address={address} />
      ) : (
        <List
          board={data}
          found={{ data: data && { data: data.rows, count: data.count }, error, refetch, isPlaceholderData }}
          address={address}
          isFiltered={Boolean(problem ?? state ?? filters.q)}
        />
      )}
    </>
  );
}

/** Numbers that open what they count. */
function Counts({ board, asked }: { board: DeviceBoard | undefined; asked: Address['filters'] }) {
  const t = useT();
  const number = (count: number | undefined) => (count === undefined ? '–' : formatNumber(count));
  const callers = board?.unknownCallers;
  return (
    <nav className={`sheet ${styles.board}`} aria-label={t('devices.boardTitle')} aria-busy={!board}>
      <ul className={styles['problem-counts']}>
        {deviceProblems.map((problem) => {
          const count = board?.problems[problem];
          return (
            <li key={problem}>
              <Link
                to="/device-health"
                search={{ problem } as never}
                aria-current={asked.problem === problem ? 'true' : undefined}
              >
                <span className={`st ${count ? problemTones[problem] : 'off'}`}>{t(`devices.problem.${problem}`)}</span>
                <bdi className={styles.fig}>{number(count)}</bdi>
                <bdi className="t3 xs">{t(`devices.meaning.${problem}`)}</bdi>
              </Link>
            </li>
          );
        })}
        {callers === null || callers === undefined ? null : (
          <li>
            <Link
              to="/device-health"
              search={{ callers: '1' } as never}
              aria-current={asked.callers === '1' ? 'true' : undefined}
            >
              <span className={`st ${callers > 0 ? 'info' : 'off'}`}>{t('devices.callers')}</span>
              <bdi className={styles.fig}>{number(callers)}</bdi>
              <span className="t3 xs">{t('devices.callersMeaning')}</span>
            </Link>
          </li>
        )}
      </ul>
      <ul className={`${styles['state-counts']} sm`}>
        {boardStates.map((state) => (
          <li key={state}>
            <Link
              to="/device-health"
              search={{ state } as never}
              aria-current={asked.state === state ? 'true' : undefined}
            >
              <DeviceState state={state} /> <bdi className="mid">{number(board?.states[state])}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function List(props: {
  board: DeviceBoard | undefined;
  found: Found<DeviceHealthRow>;
  address: Address;
  isFiltered: boolean;
}) {
  const { board, found, address, isFiltered } = props;
  const t = useT();
  const isSmall = useMedia(smallScreen);
  const hasNone = board !== undefined && Object.values(board.states).every((count) => count === 0);
  const said = isFiltered ? 'devices.noMatchText' : hasNone ? 'devices.noneYetText' : 'devices.allWellText';
  const shown = board && { shown: board.rows.length, count: board.count, many: t('devices.many') };
  return (
    <ListSheet
      label={t('devices.list')}
      found={found}
      address={address}
      told={shown ? t('catalogue.showing', shown) : ''}
      className={styles['board-list']}
      empty={{
        icon: <IconHeartbeat aria-hidden="true" />,
        title: t(isFiltered ? 'catalogue.noMatch' : hasNone ? 'devices.noneYet' : 'devices.allWell'),
        text: t(said),
      }}
    >
      {(rows) =>
        isSmall ? (
          <ul className={`cards ${styles['board-cards']}`}>
            {rows?.map((row) => (
              <li key={row.id}>
                <Name row={row} />
                <DeviceState state={row.state} />
                <span className="more">
                  {row.vehicle ? <Plate no={row.vehicle.label} use={row.vehicle.plateUse} /> : null}
                  <LastSeen row={row} />
                  <Problems problems={row.problems} />
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <Rows rows={rows} />
        )
      }
    </ListSheet>
  );
}

function Name({ row }: { row: DeviceHealthRow }) {
  const name = <Code>{row.identifier}</Code>;
  return useCan()('device', 'view') ? (
    <Link to={`/device/${row.id}`} search={{ tab: 'health' } as never} className="ttl">
      {name}
    </Link>
  ) : (
    name
  );
}

function LastSeen({ row }: { row: DeviceHealthRow }) {
  const t = useT();
  return row.lastSeenAt ? <Ago at={row.lastSeenAt} /> : <span className="t3">{t('devices.never')}</span>;
}

function Rows({ rows }: { rows: readonly DeviceHealthRow[] | undefined }) {
  const t = useT();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const organisation: Column<DeviceHealthRow> = {
    key: 'org',
    head: t('trips.org'),
    render: (row) => <bdi>{row.org.label}</bdi>,
  };
  return (
    <ListTable
      className={styles['board-table']}
      rows={rows}
      keyOf={(row) => row.id}
      columns={[
        { key: 'device', head: t('devices.one'), render: (row) => <Name row={row} /> },
        { key: 'vehicle', head: t('devices.vehicle'), render: (row) => <CarriedBy vehicle={row.vehicle} /> },
        ...(isStaff ? [organisation] : []),
        { key: 'state', head: t('trips.state'), render: (row) => <DeviceState state={row.state} /> },
        { key: 'heard', head: t('devices.heardLast'), className: 't2', render: (row) => <LastSeen row={row} /> },
        { key: 'wrong', head: t('devices.wrong'), render: (row) => <Problems problems={row.problems} /> },
      ]}
    />
  );
}

function CarriedBy({ vehicle }: Pick<DeviceHealthRow, 'vehicle'>) {
  const can = useCan();
  if (!vehicle) return <span className="t3">–</span>;
  return can('vehicle', 'view') ? (
    <Plate no={vehicle.label} use={vehicle.plateUse} to={`/vehicle/${vehicle.id}`} />
  ) : (
    <Plate no={vehicle.label} use={vehicle.plateUse} />
  );
}
