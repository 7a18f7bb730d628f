import { IconMailOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { invalidate } from '#kit/web/queries.ts';
import { useCan } from '#kit/web/rights.ts';
import { SearchField } from '#kit/web/ui/filter-fields.tsx';
import { type Done, rowAction } from '#kit/web/ui/use-action.ts';
import { Ago } from '#kit/web/ui/when.tsx';
import { useMailStatus, useSuppressed } from '../mail.queries.ts';
import type { Suppression } from '../mail.contract.ts';
import { MailTabs } from '../mail-tabs.tsx';
import styles from '../mail.module.css';

/** Addresses that a mail server refused for good, and the way back for those that were mended. */
export function Suppressed() {
  const t = useT();
  const address = useListAddress(['q']);
  const { q } = address.filters;
  const found = useSuppressed({ q, ...address.rows });
  const mailStatus = useMailStatus().data;
  return (
    <ListPage
      title={t('mail.suppressed')}
      sub={<bdi>{t('mail.noSuppressedText')}</bdi>}
      above={<MailTabs refused={mailStatus?.suppressions} />}
      filters={q || found.data?.count ? <SearchField label={t('mail.searchAddress')} {...address.field('q')} /> : null}
      found={found}
      address={address}
      empty={{
        icon: <IconMailOff aria-hidden="true" />,
        title: q ? t('catalogue.noMatch') : t('mail.noSuppressed'),
        text: q ? t('mail.noMatch') : t('mail.noSuppressedText'),
      }}
    >
      {(rows) => (
        <ul className={styles.suppressed}>
          {rows?.map((row) => (
            <Line key={row.id} row={row} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}

function Line({ row }: { row: Suppression }) {
  const t = useT();
  const can = useCan();
  const lift = () =>
    rowAction(
      () => invalidate('mail'),
      () => api.delete<Done>(`/mail-suppression/${row.id}`),
    );
  return (
    <li>
      <span className={styles.what}>
        <bdi dir="ltr" className="mid">
          {row.address}
        </bdi>
        <span className={`sm t2 ${styles['wrap-words']}`}>
          <bdi>{row.reason}</bdi>
        </span>
        <span className="sm t3 row wrap">
          <Ago at={row.at} />
          {row.mailId ? (
            <Link to={`/mail/${row.mailId}`}>
              {t('mail.theMail')}
              <span className="sr"> {row.address}</span>
            </Link>
          ) : null}
        </span>
      </span>
      {can('mail', 'edit') ? (
        <button type="button" className="btn d sm" onClick={() => void lift()}>
          {t('mail.lift')}
          <span className="sr"> {row.address}</span>
        </button>
      ) : null}
    </li>
  );
}
