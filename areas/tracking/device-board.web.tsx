import { IconHeartbeat } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Pager } from '#kit/web/catalogue/pager.tsx';
import { formatNumber, formatTime, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { useShortcuts } from '#kit/web/use-shortcuts.ts';
import { SearchField } from '#kit/web/ui/filter-fields.tsx';
import { Code, Empty, PageTitle } from '#kit/web/ui/parts.tsx';
import { Ago } from '#kit/web/ui/when.tsx';
import { Callers } from './device-callers.web.tsx';
import { useBoard } from './device-calls.web.ts';
import { boardStates, type DeviceBoard, type DeviceHealthRow, deviceProblems } from './device-health.contract.ts';
import { DeviceState, Problems, problemTones, stateName } from './device-words.web.tsx';
import '#kit/web/catalogue/catalogue.css';
import '#kit/web/catalogue/filters.css';
import './tracking.css';

type Asked = Partial<Record<'problem' | 'state' | 'callers' | 'q' | 'page', string>>;
type Go = (change: { [Name in keyof Asked]?: string | undefined }) => void;
const size = 25;

/** How all devices are: what is wrong with how many, and with which. */
export function DeviceHealthBoard() {
  const t = useT();
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }) as Asked;
  const page = Math.max(1, Number(asked.page) || 1);
  const go: Go = (change) =>
    void navigate({ to: '.', search: { ...asked, page: undefined, ...change } as never, replace: true });
  const problem = deviceProblems.find((one) => one === asked.problem);
  const state = boardStates.find((one) => one === asked.state);
  const query = { problem, state, q: asked.q || undefined, skip: (page - 1) * size, take: size };
  const { data, error, refetch, isPlaceholderData } = useBoard(query);
  useShortcuts({ '/': () => document.querySelector<HTMLInputElement>('[data-search]')?.focus() });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const showsCallers = asked.callers === '1' && data?.unknownCallers !== null;
  return (
    <>
      <PageTitle
        title={t('devices.boardTitle')}
        sub={<bdi>{data ? t('devices.asOf', { time: formatTime(data.asOf) }) : ' '}</bdi>}
      />
      <Counts board={data} asked={asked} />
      <div className="row wrap board-head">
        <h2 className="h2 grow">
          {showsCallers
            ? t('devices.callers')
            : problem
              ? t(`devices.problem.${problem}`)
              : state
                ? stateName(state)
                : t('devices.withProblems')}
        </h2>
        <SearchField label={t('devices.search')} value={asked.q ?? ''} onChange={(q) => go({ q: q || undefined })} />
        {problem || state || showsCallers ? (
          <Link to="/device-health" className="btn g">
            {t('devices.allProblems')}
          </Link>
        ) : null}
      </div>
      {showsCallers ? (
        <Callers q={asked.q} page={page} onPage={(next) => go({ page: String(next) })} />
      ) : (
        <List
          board={data}
          isStale={isPlaceholderData}
          page={page}
          go={go}
          isFiltered={Boolean(problem ?? state ?? asked.q)}
        />
      )}
    </>
  );
}

/** Numbers that open what they count. */
function Counts({ board, asked }: { board: DeviceBoard | undefined; asked: Asked }) {
  const t = useT();
  const number = (count: number | undefined) => (count === undefined ? '–' : formatNumber(count));
  const callers = board?.unknownCallers;
  return (
    <nav className="sheet board" aria-label={t('devices.boardTitle')} aria-busy={!board}>
      <ul className="problem-counts">
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
                <bdi className="fig">{number(count)}</bdi>
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
              <bdi className="fig">{number(callers)}</bdi>
              <span className="t3 xs">{t('devices.callersMeaning')}</span>
            </Link>
          </li>
        )}
      </ul>
      <ul className="state-counts sm">
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

function List(props: { board: DeviceBoard | undefined; isStale: boolean; page: number; go: Go; isFiltered: boolean }) {
  const { board, isStale, page, go, isFiltered } = props;
  const t = useT();
  const isSmall = useMedia(smallScreen);
  const hasNone = board !== undefined && Object.values(board.states).every((count) => count === 0);
  const said = isFiltered ? 'devices.noMatchText' : hasNone ? 'devices.noneYetText' : 'devices.allWellText';
  return (
    <>
      <p className="sr" role="status">
        {board ? t('catalogue.showing', { shown: board.rows.length, count: board.count, many: t('devices.many') }) : ''}
      </p>
      <section className="sheet board-list" aria-label={t('devices.list')} aria-busy={!board || isStale}>
        {board?.count === 0 ? (
          <Empty
            icon={<IconHeartbeat aria-hidden="true" />}
            title={t(isFiltered ? 'catalogue.noMatch' : hasNone ? 'devices.noneYet' : 'devices.allWell')}
            text={t(said)}
          />
        ) : isSmall ? (
          <ul className="cards board-cards">
            {board?.rows.map((row) => (
              <li key={row.id}>
                <Name row={row} />
                <DeviceState state={row.state} />
                <span className="more">
                  {row.vehicle ? <Code>{row.vehicle.label}</Code> : null}
                  <Heard row={row} />
                  <Problems problems={row.problems} />
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <Rows rows={board?.rows} />
        )}
        {board && board.count > size ? (
          <Pager view={{ page, size }} count={board.count} onPage={(next) => go({ page: String(next) })} />
        ) : null}
      </section>
    </>
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

function Heard({ row }: { row: DeviceHealthRow }) {
  const t = useT();
  return row.lastSeenAt ? <Ago at={row.lastSeenAt} /> : <span className="t3">{t('devices.never')}</span>;
}

function Rows({ rows }: { rows: DeviceHealthRow[] | undefined }) {
  const t = useT();
  const can = useCan();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  return (
    <div className="list-scroll">
      <table className="tbl plain board-table">
        <thead>
          <tr>
            <th scope="col">{t('devices.one')}</th>
            <th scope="col">{t('devices.vehicle')}</th>
            {isStaff ? <th scope="col">{t('trips.org')}</th> : null}
            <th scope="col">{t('trips.state')}</th>
            <th scope="col">{t('devices.heardLast')}</th>
            <th scope="col">{t('devices.wrong')}</th>
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => (
            <tr key={row.id}>
              <td>
                <Name row={row} />
              </td>
              <td>
                {row.vehicle && can('vehicle', 'view') ? (
                  <Link to={`/vehicle/${row.vehicle.id}`}>
                    <Code>{row.vehicle.label}</Code>
                  </Link>
                ) : row.vehicle ? (
                  <Code>{row.vehicle.label}</Code>
                ) : (
                  <span className="t3">–</span>
                )}
              </td>
              {isStaff ? (
                <td>
                  <bdi>{row.org.label}</bdi>
                </td>
              ) : null}
              <td>
                <DeviceState state={row.state} />
              </td>
              <td className="t2">
                <Heard row={row} />
              </td>
              <td>
                <Problems problems={row.problems} />
              </td>
            </tr>
          )) ??
            [0, 1, 2, 3, 4].map((one) => (
              <tr key={one}>
                <td colSpan={isStaff ? 6 : 5}>
                  <span className="sk" style={{ width: `${70 - one * 8}%` }} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
