import { IconTransfer } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { ask as question } from '#kit/web/ask.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { SelectField } from '#kit/web/ui/filter-fields.tsx';
import { Plate } from '#kit/web/ui/plate.tsx';
import { type Done, rowAction } from '#kit/web/ui/use-action.ts';
import { Ago, When } from '#kit/web/ui/when.tsx';
import { AskForVehicle } from './request-transfer.dialog.tsx';
import { refreshVehicles } from '../vehicles.queries.ts';
import { type Decision, type TransferRow, transferStates } from './transfers.contract.ts';
import styles from '../vehicles.module.css';

const tones = { OPEN: 'due', APPROVED: 'ok', REFUSED: 'bad', WITHDRAWN: 'off' } as const;

/** Ownership transfers of vehicles. */
export function Transfers() {
  const t = useT();
  const can = useCan();
  const [user] = useKept('userData');
  // The specification's flag: whoever began to take a vehicle over finds the form open.
  const [asking, setAsking] = useKept('takeOwnerShip');
  const address = useListAddress(['state']);
  const state = transferStates.find((one) => one === address.filters.state);
  const query = { ...address.rows, ...(state ? { state } : {}) };
  const found = useQuery({
    queryKey: ['ownership-transfer', query],
    queryFn: ({ signal }) => api.get<ListAnswer<TransferRow>>('/ownership-transfer', { query, signal }),
    placeholderData: keepPreviousData,
  });
  const mayAsk = user?.kind === 'client' && can('ownership-transfer', 'create');
  return (
    <ListPage
      title={t('transfers.title')}
      sub={t('transfers.sub')}
      actions={
        mayAsk && !asking ? (
          <button type="button" className="btn p" onClick={() => setAsking(true)}>
            {t('transfers.ask')}
          </button>
        ) : null
      }
      above={mayAsk && asking ? <AskForVehicle onClose={() => setAsking(false)} /> : null}
      filters={
        <SelectField
          label={t('transfers.state')}
          options={transferStates.map((value) => ({ value, label: t(`transfers.states.${value}`) }))}
          {...address.field('state')}
        />
      }
      found={found}
      address={address}
      empty={{
        icon: <IconTransfer aria-hidden="true" />,
        title: state ? t('catalogue.noMatch') : t('transfers.none'),
        text: t('transfers.noneText'),
      }}
    >
      {(rows) => (
        <ul className={styles.transfers}>
          {rows?.map((row) => (
            <Line key={row.id} row={row} />
          ))}
        </ul>
      )}
    </ListPage>
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
    const path = `/ownership-transfer/decide/${row.id}`;
    await rowAction(refreshVehicles, () => api.post<Done>(path, { body: { decision }, once: true }));
  };
  return (
    <li>
      <span className={`st ${tones[row.state]}`}>{t(`transfers.states.${row.state}`)}</span>
      <span className={styles.what}>
        <span>
          {vehicleId ? (
            <Plate no={registrationNo} use={row.plateUse} to={`/vehicle/${vehicleId}`} />
          ) : (
            <Plate no={registrationNo} use={row.plateUse} />
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
