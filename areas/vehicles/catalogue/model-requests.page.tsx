import { IconMessageQuestion } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { invalidate } from '#kit/web/queries.ts';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { SelectField } from '#kit/web/ui/filter-fields.tsx';
import { type Done, rowAction } from '#kit/web/ui/use-action.ts';
import { Ago } from '#kit/web/ui/when.tsx';
import { AnswerRequest, DeclineRequest } from './answer-request.dialog.tsx';
import { type ModelRequestRow, modelRequestStates } from './model-requests.contract.ts';
import { RequestModel } from './request-model.dialog.tsx';
import styles from '../vehicles.module.css';

const tones = { OPEN: 'due', ANSWERED: 'ok', DECLINED: 'bad', WITHDRAWN: 'off' } as const;
type Dialog = { kind: 'request' } | { kind: 'answer' | 'decline'; row: ModelRequestRow };

/** Models that clients miss in the catalogue. */
export function ModelRequests() {
  const t = useT();
  const can = useCan();
  const [user] = useKept('userData');
  const [dialog, setDialog] = useState<Dialog>();
  const address = useListAddress(['state']);
  const state = modelRequestStates.find((one) => one === address.filters.state);
  const query = { ...address.rows, ...(state ? { state } : {}) };
  const found = useQuery({
    queryKey: ['model-request', query],
    queryFn: ({ signal }) => api.get<ListAnswer<ModelRequestRow>>('/model-request', { query, signal }),
    placeholderData: keepPreviousData,
  });
  const close = () => setDialog(undefined);
  const isClient = user?.kind === 'client';
  const mayAsk = isClient && can('model-request', 'create');
  return (
    <>
      <ListPage
        title={t('modelRequests.title')}
        sub={t(isClient ? 'modelRequests.sub' : 'modelRequests.subStaff')}
        actions={
          mayAsk ? (
            <button type="button" className="btn p" onClick={() => setDialog({ kind: 'request' })}>
              {t('modelRequests.ask')}
            </button>
          ) : null
        }
        filters={
          <SelectField
            label={t('modelRequests.state')}
            options={modelRequestStates.map((value) => ({ value, label: t(`modelRequests.states.${value}`) }))}
            {...address.field('state')}
          />
        }
        found={found}
        address={address}
        empty={{
          icon: <IconMessageQuestion aria-hidden="true" />,
          title: state ? t('catalogue.noMatch') : t('modelRequests.none'),
          text: t(isClient ? 'modelRequests.noneText' : 'modelRequests.noneStaff'),
        }}
      >
        {(rows) => (
          <ul className={styles.transfers}>
            {rows?.map((row) => (
              <Line key={row.id} row={row} isClient={isClient} open={setDialog} />
            ))}
          </ul>
        )}
      </ListPage>
      {dialog?.kind === 'request' ? <RequestModel onClose={close} /> : null}
      {dialog?.kind === 'answer' ? <AnswerRequest row={dialog.row} onClose={close} /> : null}
      {dialog?.kind === 'decline' ? <DeclineRequest row={dialog.row} onClose={close} /> : null}
    </>
  );
}

function Line(props: { row: ModelRequestRow; isClient: boolean; open: (dialog: Dialog) => void }) {
  const t = useT();
  const can = useCan();
  const { row, isClient } = props;
  const withdraw = () =>
    rowAction(
      () => invalidate('model-request'),
      () => api.post<Done>(`/model-request/withdraw/${row.id}`, { once: true }),
    );
  return (
    <li>
      <span className={`st ${tones[row.state]}`}>{t(`modelRequests.states.${row.state}`)}</span>
      <span className={styles.what}>
        <bdi className="mid">{row.name}</bdi>
        {isClient ? null : <bdi className="t2">{row.organisation}</bdi>}
        {row.note ? <bdi className="t2 sm">{row.note}</bdi> : null}
        {row.vehicles > 0 ? <span className="t2 sm">{t('modelRequests.waiting', { count: row.vehicles })}</span> : null}
        {row.model ? (
          <span>
            {t('modelRequests.answeredWith')}{' '}
            {can('vehicle-model', 'view') ? (
              <Link to={`/vehicle-model/${row.modelId}`}>
                <bdi>{row.model}</bdi>
              </Link>
            ) : (
              <bdi>{row.model}</bdi>
            )}
          </span>
        ) : null}
        {row.reply ? <bdi className="t2 sm">{row.reply}</bdi> : null}
        <span className="t3 sm">
          {t('modelRequests.requested')} <Ago at={row.createdAt} />
        </span>
      </span>
      <span className="acts">
        {row.state === 'OPEN' && !isClient && can('model-request', 'edit') ? (
          <>
            <button type="button" className="btn sm p" onClick={() => props.open({ kind: 'answer', row })}>
              {t('modelRequests.answer')}
              <span className="sr"> {row.name}</span>
            </button>
            <button type="button" className="btn sm d" onClick={() => props.open({ kind: 'decline', row })}>
              {t('modelRequests.decline')}
              <span className="sr"> {row.name}</span>
            </button>
          </>
        ) : null}
        {row.state === 'OPEN' && isClient && can('model-request', 'create') ? (
          <button type="button" className="btn sm d" onClick={() => void withdraw()}>
            {t('modelRequests.withdraw')}
            <span className="sr"> {row.name}</span>
          </button>
        ) : null}
      </span>
    </li>
  );
}
