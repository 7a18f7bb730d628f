import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { states } from '#areas/offices/states.contract.ts';
import type { Answer } from '#kit/contract/answers.ts';
import { moneyText } from '#kit/contract/formats/money.ts';
import { api } from '#kit/web/api.ts';
import { formatDay, formatNumber, named, useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { useKept } from '#kit/web/storage/store.ts';
import { Loading } from '#kit/web/ui/loading-sheet.tsx';
import { Plate } from '#kit/web/ui/plate.tsx';
import { challanSources, challanStatuses } from '../challan/challan.contract.ts';
import type { BoardRepeated, BoardWhose, ChallanBoard } from './challan-board.contract.ts';
import { MonthsPart } from './months.part.tsx';
import { Part } from './part.tsx';
import styles from './challan-board.module.css';

/** What is open, by deadline, status, source, vehicle and driver, who does it again, and the money by month. */
export function ChallanBoardView() {
  const { data, error, refetch } = useQuery({
    queryKey: ['challan', 'board'],
    queryFn: async ({ signal }) => (await api.get<Answer<ChallanBoard>>('/challan/board', { signal })).data,
  });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  return data ? <Board board={data} /> : <Loading />;
}

function Board({ board }: { board: ChallanBoard }) {
  const t = useT();
  const isClient = useKept('userData')[0]?.kind === 'client';
  const { open, bands, statuses, sources } = board;
  const statusName = (status: string) => {
    const one = challanStatuses.find(({ value }) => value === status);
    return (isClient && one && 'forClients' in one ? one.forClients : one?.label) ?? status;
  };
  const stateName = (state: string) => states.find(({ value }) => value === state)?.label ?? state;
  const sourceName = (source: string) => challanSources.find(({ value }) => value === source)?.label ?? source;
  return (
    <div className={styles.board}>
      <section className={`sheet ${styles.part} ${styles.wide}`} aria-label={t('challanBoard.open')}>
        <div className={styles.figures}>
          <Figure name={t('challanBoard.open')} to={open.to} value={formatNumber(open.count)} />
          <Figure name={t('challanBoard.due')} to={open.to} value={moneyText(open.duePaise)} />
        </div>
      </section>
      <Counts
        title={t('challanBoard.deadlines')}
        head={t('challanBoard.deadline')}
        rows={bands.map(({ band, ...row }) => ({ ...row, key: band, name: t(`challanBoard.bands.${band}`) }))}
      />
      <Counts
        title={t('challanBoard.statuses')}
        head={t('challanBoard.status')}
        rows={statuses.map(({ status, ...row }) => ({ ...row, key: status, name: statusName(status) }))}
      />
      <Counts
        title={t('challanBoard.sources')}
        head={t('challanBoard.source')}
        rows={sources.map(({ source, ...row }) => ({ ...row, key: source, name: sourceName(source) }))}
      />
      <Counts
        title={t('challanBoard.states')}
        head={t('challanBoard.state')}
        rows={board.states.map(({ state, ...row }) => ({ ...row, key: state, name: stateName(state) }))}
      />
      <MonthsPart months={board.months} />
      <Most title={t('challanBoard.vehicles')} rows={board.vehicles} isVehicle />
      <Most title={t('challanBoard.drivers')} rows={board.drivers} />
      <Repeated title={t('challanBoard.repeatVehicles')} rows={board.repeatVehicles} isVehicle />
      <Repeated title={t('challanBoard.repeatDrivers')} rows={board.repeatDrivers} />
    </div>
  );
}

function Figure({ name, value, to }: { name: string; value: string; to: string }) {
  return (
    <div>
      <p className="t2 sm">{name}</p>
      <Link to={to} aria-label={`${name}: ${value}`}>
        <bdi>{value}</bdi>
      </Link>
    </div>
  );
}

interface Count {
  key: string;
  name: string;
  count: number;
  duePaise: number;
  to: string;
}

function Counts({ title, head, rows }: { title: string; head: string; rows: readonly Count[] }) {
  const t = useT();
  return (
    <Part title={title}>
      <table className="tbl plain">
        <caption className="sr">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col" className="num">
              {t('challanBoard.count')}
            </th>
            <th scope="col" className="num">
              {t('challanBoard.due')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, count, duePaise, to }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td className="num">
                <Amount name={name} text={formatNumber(count)} to={count > 0 ? to : undefined} />
              </td>
              <td className="num">
                <bdi>{moneyText(duePaise)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

/** A number that leads to its list. */
function Amount({ name, text, to }: { name: string; text: string; to: string | undefined }) {
  return to === undefined ? (
    <bdi className="t3">{text}</bdi>
  ) : (
    <Link to={to} aria-label={`${name}: ${text}`}>
      <bdi>{text}</bdi>
    </Link>
  );
}

const Named = ({
  of: { id, name, plateUse },
  isVehicle,
}: {
  of: Pick<BoardWhose, 'id' | 'name' | 'plateUse'>;
  isVehicle: boolean;
}): ReactNode => {
  const t = useT();
  if (isVehicle && name !== '') return <Plate no={name} use={plateUse} to={`/vehicle/${id}`} />;
  return (
    <Link to={isVehicle ? `/vehicle/${id}` : `/drivers/${id}`}>
      <bdi>{name === '' ? t('challanBoard.noName') : name}</bdi>
    </Link>
  );
};

function Most({ title, rows, isVehicle = false }: { title: string; rows: readonly BoardWhose[]; isVehicle?: boolean }) {
  const t = useT();
  if (rows.length === 0)
    return (
      <Part title={title}>
        <p className="t3 sm">{t('challanBoard.none')}</p>
      </Part>
    );
  return (
    <Part title={title}>
      <table className="tbl plain">
        <caption className="sr">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t(isVehicle ? 'challanBoard.vehicle' : 'challanBoard.driver')}</th>
            <th scope="col" className="num">
              {t('challanBoard.count')}
            </th>
            <th scope="col" className="num">
              {t('challanBoard.due')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ count, duePaise, to, ...of }) => (
            <tr key={of.id}>
              <td>
                <Named of={of} isVehicle={isVehicle} />
              </td>
              <td className="num">
                <Amount name={of.name} text={formatNumber(count)} to={to} />
              </td>
              <td className="num">
                <bdi>{moneyText(duePaise)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

function Repeated(props: { title: string; rows: readonly BoardRepeated[]; isVehicle?: boolean }) {
  const { title, rows, isVehicle = false } = props;
  const t = useT();
  return (
    <Part title={title} about={t('challanBoard.repeatAbout')}>
      {rows.length === 0 ? <p className="t3 sm">{t('challanBoard.none')}</p> : null}
      {rows.length > 0 ? (
        <table className="tbl plain">
          <caption className="sr">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t(isVehicle ? 'challanBoard.vehicle' : 'challanBoard.driver')}</th>
              <th scope="col">{t('challanBoard.offence')}</th>
              <th scope="col" className="num">
                {t('challanBoard.count')}
              </th>
              <th scope="col" className="num d-only">
                {t('challanBoard.last')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ offence, count, last, to, ...of }) => (
              <tr key={to}>
                <td>
                  <Named of={of} isVehicle={isVehicle} />
                </td>
                <td className={styles.offence}>
                  <bdi>{named(offence)}</bdi>
                </td>
                <td className="num">
                  <Amount name={`${of.name}, ${named(offence)}`} text={formatNumber(count)} to={to} />
                </td>
                <td className="num d-only">
                  <bdi>{formatDay(last)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Part>
  );
}
