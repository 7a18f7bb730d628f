import { IconFileSpreadsheet } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { moneyText } from '#kit/contract/formats/money.ts';
import { api } from '#kit/web/api.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListSheet } from '#kit/web/list/list-sheet.tsx';
import { ListTable } from '#kit/web/list/list-table.tsx';
import { type Done, rowAction } from '#kit/web/ui/use-action.ts';
import { When } from '#kit/web/ui/when.tsx';
import type { SettlementOne } from '../wallet-answers.contract.ts';
import { refreshWallets, useSettlements } from '../wallet.queries.ts';
import styles from '../wallet.module.css';

/** Settlement files of the payment gateway beside what the wallets were credited. */
export function Reconciliation() {
  const t = useT();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const address = useListAddress([]);
  const found = useSettlements(address.rows);
  const send = async (file: File | undefined) => {
    if (!file) return;
    const content = await file.text();
    const answer = await rowAction(refreshWallets, () =>
      api.post<Done & { data: SettlementOne }>('/wallet/settlement', {
        body: { fileName: file.name.slice(0, 200), content },
        once: true,
      }),
    );
    if (input.current) input.current.value = '';
    if (answer) await navigate({ to: `/wallet/settlement/${answer.data.id}` });
  };
  return (
    <>
      <div className={`row wrap ${styles.import}`}>
        <label className="btn p">
          <input
            ref={input}
            type="file"
            className="sr"
            accept=".csv,text/csv"
            onChange={(event) => void send(event.currentTarget.files?.[0])}
          />
          {t('wallet.importSettlement')}
        </label>
        <span className="t2">{t('wallet.importHelp')}</span>
      </div>
      <ListSheet
        label={t('wallet.reconciliation')}
        found={found}
        address={address}
        className="list"
        empty={{
          icon: <IconFileSpreadsheet aria-hidden="true" />,
          title: t('wallet.noSettlements'),
          text: t('wallet.noSettlementsText'),
        }}
      >
        {(rows) => (
          <ListTable
            className={styles.rows}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                key: 'file',
                head: t('wallet.file'),
                render: ({ id, fileName }) => (
                  <Link to={`/wallet/settlement/${id}`} className="ttl">
                    <bdi>{fileName}</bdi>
                  </Link>
                ),
              },
              {
                key: 'state',
                head: t('wallet.status'),
                render: ({ wrong }) => (
                  <span className={`st ${wrong === 0 ? 'ok' : 'bad'}`}>
                    {wrong === 0 ? t('wallet.allMatched') : t('wallet.notMatched', { count: wrong })}
                  </span>
                ),
              },
              {
                key: 'lines',
                head: t('wallet.lines'),
                isNumber: true,
                render: ({ lines }) => <bdi>{formatNumber(lines)}</bdi>,
              },
              {
                key: 'paise',
                head: t('wallet.amount'),
                isNumber: true,
                render: ({ paise }) => <bdi>{moneyText(paise)}</bdi>,
              },
              {
                key: 'at',
                head: t('wallet.time'),
                className: 't2',
                render: ({ createdAt }) => <When at={createdAt} />,
              },
            ]}
          />
        )}
      </ListSheet>
    </>
  );
}
