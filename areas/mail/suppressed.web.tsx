import { IconMailOff } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Answer } from '#kit/contract/answers.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { Pager } from '#kit/web/catalogue/pager.tsx';
import { useT } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { toast } from '#kit/web/toast.tsx';
import { SearchField } from '#kit/web/ui/filter-fields.tsx';
import { Empty, PageTitle } from '#kit/web/ui/parts.tsx';
import { Ago } from '#kit/web/ui/when.tsx';
import { useStanding, useSuppressed } from './data.web.tsx';
import type { Suppression } from './mail.contract.ts';
import { MailTabs } from './tabs.web.tsx';

type Asked = Partial<Record<'q' | 'page', string | undefined>>;
const size = 25;

/** Addresses that a mail server refused for good, and the way back for those that were mended. */
export function Suppressed() {
  const t = useT();
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }) as Asked;
  const page = Math.max(1, Number(asked.page) || 1);
  const ask = (change: Asked) =>
    void navigate({ to: '.', search: { ...asked, page: undefined, ...change } as never, replace: true });
  const { data, error, refetch } = useSuppressed({ q: asked.q || undefined, skip: (page - 1) * size, take: size });
  const standing = useStanding().data;
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <>
      <PageTitle title={t('mail.suppressed')} sub={<bdi>{t('mail.noSuppressedText')}</bdi>} />
      <MailTabs refused={standing?.suppressions} />
      {asked.q || data?.count ? (
        <div className="record-filters">
          <SearchField label={t('mail.searchAddress')} value={asked.q ?? ''} onChange={(q) => ask({ q })} />
        </div>
      ) : null}
      <section className="sheet" aria-label={t('mail.suppressed')} aria-busy={!data}>
        {data?.count === 0 ? (
          <Empty
            icon={<IconMailOff aria-hidden="true" />}
            title={asked.q ? t('catalogue.noMatch') : t('mail.noSuppressed')}
            text={asked.q ? t('mail.noMatch') : t('mail.noSuppressedText')}
          />
        ) : (
          <ul className="suppressed">
            {data?.data.map((row) => (
              <Line key={row.id} row={row} />
            ))}
          </ul>
        )}
        {data && data.count > size ? (
          <Pager view={{ page, size }} count={data.count} onPage={(next) => ask({ page: String(next) })} />
        ) : null}
      </section>
    </>
  );
}

function Line({ row }: { row: Suppression }) {
  const t = useT();
  const can = useCan();
  const lift = async () => {
    try {
      toast.success((await api.delete<Answer<unknown>>(`/mail-suppression/${row.id}`)).message);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) toast.error(error.message);
    }
    await invalidate('mail');
  };
  return (
    <li>
      <span className="what">
        <bdi dir="ltr" className="mid">
          {row.address}
        </bdi>
        <span className="sm t2 wrap-words">
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
