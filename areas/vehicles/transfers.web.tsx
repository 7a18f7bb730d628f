import { IconTransfer } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ListAnswer } from '#kit/contract/answers.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { ask as question } from '#kit/web/ask.ts';
import { Pager } from '#kit/web/catalogue/pager.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { useKept } from '#kit/web/storage/store.ts';
import { toast } from '#kit/web/toast.tsx';
import { SelectField } from '#kit/web/ui/filter-fields.tsx';
import { Code, Empty, PageTitle } from '#kit/web/ui/parts.tsx';
import { Ago, When } from '#kit/web/ui/when.tsx';
import { AskForVehicle } from './ask-for.web.tsx';
import { settled } from './calls.web.ts';
import { type Decision, type TransferRow, transferStates } from './transfer.contract.ts';
import '#kit/web/catalogue/catalogue.css';
import './vehicles.css';

const size = 25;
const tones = { OPEN: 'due', APPROVED: 'ok', REFUSED: 'bad', WITHDRAWN: 'off' } as const;

/** Vehicles that are to change hands, or did. */
export function Transfers() {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const [user] = useKept('userData');
  // The specification's flag: whoever began to take a vehicle over finds the form open.
  const [asking, setAsking] = useKept('takeOwnerShip');
  const asked = useSearch({ strict: false }) as { state?: string; page?: string };
  const page = Math.max(1, Number(asked.page) || 1);
  const state = transferStates.find((one) => one === asked.state);
  const go = (change: { state?: string | undefined; page?: string }) =>
    void navigate({ to: '.', search: { ...asked, page: undefined, ...change } as never, replace: true });
  const query = { skip: (page - 1) * size, take: size, ...(state ? { state } : {}) };
  const { data, error, refetch } = useQuery({
    queryKey: ['ownership-transfer', query],
    queryFn: ({ signal }) => api.get<ListAnswer<TransferRow>>('/ownership-transfer', { query, signal }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const mayAsk = user?.kind === 'client' && can('ownership-transfer', 'create');
  const title = t('transfers.title');
  return (
    <>
      <PageTitle title={title} sub={t('transfers.sub')}>
        {mayAsk && !asking ? (
          <button type="button" className="btn p" onClick={() => setAsking(true)}>
            {t('transfers.ask')}
          </button>
        ) : null}
      </PageTitle>
      {mayAsk && asking ? <AskForVehicle onClose={() => setAsking(false)} /> : null}
      <div className="row" style={{ marginBlockEnd: 14 }}>
        <SelectField
          label={t('transfers.state')}
          value={state ?? ''}
          options={transferStates.map((value) => ({ value, label: t(`transfers.states.${value}`) }))}
          onChange={(value) => go({ state: value || undefined })}
        />
      </div>
      <p className="sr" role="status">
        {data ? t('catalogue.showing', { shown: data.data.length, count: data.count, many: title }) : ''}
      </p>
      <section className="sheet" aria-label={title} aria-busy={!data}>
        {data?.count === 0 ? (
          <Empty
            icon={<IconTransfer aria-hidden="true" />}
            title={state ? t('catalogue.noMatch') : t('transfers.none')}
            text={t('transfers.noneText')}
          />
        ) : (
          <ul className="transfers">
            {data?.data.map((row) => (
              <Line key={row.id} row={row} />
            ))}
          </ul>
        )}
        {data && data.count > size ? (
          <Pager view={{ page, size }} count={data.count} onPage={(next) => go({ page: String(next) })} />
        ) : null}
      </section>
    </>
  );
}

function Line({ row }: { row: TransferRow }) {
  const t = useT();
  const { registrationNo, vehicleId, fromName, toName } = row;
  const decide = async (decision: Decision) => {
    const isSure =
      decision !== 'APPROVE' ||
      (await question({
        title: t('transfers.sure', { title: registrationNo }),
        text: t('transfers.sureText'),
        yes: t('transfers.do.APPROVE'),
      }));
    if (!isSure) return;
    try {
      const path = `/ownership-transfer/decide/${row.id}`;
      const body = { decision };
      toast.success((await api.post<{ message: string }>(path, { body, idempotencyKey: crypto.randomUUID() })).message);
    } catch (error) {
      // The message is on its way as a toast.
      if (!(error instanceof ApiError)) throw error;
    }
    await settled();
  };
  return (
    <li>
      <span className={`st ${tones[row.state]}`}>{t(`transfers.states.${row.state}`)}</span>
      <span className="what">
        <span>
          {vehicleId ? (
            <Link to={`/vehicle/${vehicleId}`} className="mid">
              <Code>{registrationNo}</Code>
            </Link>
          ) : (
            <Code>{registrationNo}</Code>
          )}{' '}
          <bdi className="t2">{row.model}</bdi>
        </span>
        <bdi>{t(`transfers.line.${row.kind}`, { from: fromName ?? '–', to: toName ?? '–' })}</bdi>
        <bdi className="t2 sm">{row.reason}</bdi>
        <span className="t3 sm">
          {t('transfers.on')} <When at={row.handedOn} /> · {t('transfers.made')} <Ago at={row.createdAt} />
        </span>
        {row.decisionNote ? <bdi className="t2 sm">{row.decisionNote}</bdi> : null}
      </span>
      <span className="acts">
        {row.may.map((one) => (
          <button
            key={one}
            type="button"
            className={`btn sm ${one === 'APPROVE' ? 'p' : 'd'}`}
            onClick={() => void decide(one)}
          >
            {t(`transfers.do.${one}`)}
            <span className="sr"> {registrationNo}</span>
          </button>
        ))}
      </span>
    </li>
  );
}
