import { IconMail, IconSend } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Pager } from '#kit/web/catalogue/pager.tsx';
import { formatDistance, formatNumber, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import { useShortcuts } from '#kit/web/use-shortcuts.ts';
import { DayField, SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { Code, Empty, PageTitle, Segments } from '#kit/web/ui/parts.tsx';
import { Ago } from '#kit/web/ui/when.tsx';
import { shapes, useMails, useStanding, useTemplates } from './data.web.tsx';
import { type MailRow, type MailStanding, type MailState, mailStates } from './mail.contract.ts';
import { MailTabs } from './tabs.web.tsx';
import { sendTest } from './template-calls.web.tsx';

type Asked = Partial<Record<'q' | 'state' | 'template' | 'from' | 'to' | 'page', string | undefined>>;
const size = 25;

/** Every mail of the product, newest first, and whether mails leave at all. */
export function Outbox() {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }) as Asked;
  const page = Math.max(1, Number(asked.page) || 1);
  const ask = (change: Asked) =>
    void navigate({ to: '.', search: { ...asked, page: undefined, ...change } as never, replace: true });
  const { page: _, ...given } = asked;
  const filters = Object.fromEntries(Object.entries(given).filter(([, value]) => value));
  const { data, error, isFetching, refetch } = useMails({ ...filters, skip: (page - 1) * size, take: size });
  const standing = useStanding().data;
  const templates = useTemplates(can('mail-template', 'view')).data;
  const isSmall = useMedia(smallScreen);
  const [testing, setTesting] = useState(false);
  useShortcuts({ '/': () => document.querySelector<HTMLInputElement>('[data-search]')?.focus() });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const test = templates?.find(({ key }) => key === 'test');
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <PageTitle
        title={t('mail.title')}
        sub={
          standing?.configured ? (
            <bdi>{t('mail.sub', { server: standing.server, from: standing.from })}</bdi>
          ) : (
            <bdi>{t('mail.subKept')}</bdi>
          )
        }
      >
        {test && can('mail-template', 'edit') ? (
          <button
            type="button"
            className="btn d"
            disabled={testing}
            onClick={() => {
              setTesting(true);
              void sendTest(test.id, {}).finally(() => setTesting(false));
            }}
          >
            <IconSend className="i s flip" aria-hidden="true" />
            {t('mail.sendTest')}
          </button>
        ) : null}
      </PageTitle>
      <MailTabs refused={standing?.suppressions} />
      {standing && !standing.configured ? <NoServer /> : null}
      {standing ? <States standing={standing} value={asked.state ?? ''} onChange={(state) => ask({ state })} /> : null}
      <div className="record-filters">
        <SearchField label={t('mail.search')} value={asked.q ?? ''} onChange={(q) => ask({ q })} />
        {templates ? (
          <SelectField
            label={t('mail.template')}
            value={asked.template ?? ''}
            options={templates.map(({ key, name }) => ({ value: key, label: name }))}
            onChange={(template) => ask({ template })}
          />
        ) : null}
        <DayField label={t('records.from')} value={asked.from ?? ''} onChange={(from) => ask({ from })} />
        <DayField label={t('records.to')} value={asked.to ?? ''} onChange={(to) => ask({ to })} />
      </div>
      <p className="sr" role="status">
        {data ? t('mail.count', { count: formatNumber(data.count) }) : ''}
      </p>
      <section className="sheet list" aria-label={t('mail.outbox')} aria-busy={isFetching && !data}>
        {data?.count === 0 ? (
          <Empty
            icon={<IconMail aria-hidden="true" />}
            title={isFiltered ? t('catalogue.noMatch') : t('mail.none')}
            text={isFiltered ? t('mail.noMatch') : t('mail.noneText')}
          >
            {isFiltered ? (
              <Link to="/mail" className="btn d">
                {t('catalogue.clearFilters')}
              </Link>
            ) : null}
          </Empty>
        ) : isSmall ? (
          <Cards rows={data?.data ?? []} />
        ) : (
          <Rows rows={data?.data} />
        )}
        {data && data.count > size ? (
          <Pager view={{ page, size }} count={data.count} onPage={(next) => ask({ page: String(next) })} />
        ) : null}
      </section>
    </>
  );
}

/** What it means that no mail server is set up, and how to set one up. */
function NoServer() {
  const t = useT();
  const [before, after] = t('mail.offText', { setting: '\n' }).split('\n');
  return (
    <div className="alert info mail-off" role="note">
      <bdi>
        <b className="mid">{t('mail.off')}</b> {before}
        <Code>SMTP_URL=smtp://user:password@mail.example.in:587</Code>
        {after} {t('mail.offMore')}
      </bdi>
    </div>
  );
}

/** States with their numbers; those that no mail is in are left out. */
function States(props: { standing: MailStanding; value: string; onChange: (state: string) => void }) {
  const t = useT();
  const { counts } = props.standing;
  const shown = mailStates.filter((state) => counts[state] > 0 || state === props.value);
  if (shown.length === 0) return null;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const label = (state: string, count: number) => t('mail.stateWith', { state, count: formatNumber(count) });
  return (
    <div className="mail-states">
      <Segments
        label={t('mail.stateLabel')}
        name="mail-state"
        value={props.value}
        options={[
          { value: '', label: label(t('mail.all'), total) },
          ...shown.map((state) => ({ value: state, label: label(t(`mail.state.${state}`), counts[state]) })),
        ]}
        onChange={props.onChange}
      />
    </div>
  );
}

export const StateWord = ({ state }: { state: MailState }) => {
  const t = useT();
  return <span className={`st ${shapes[state]}`}>{t(`mail.state.${state}`)}</span>;
};

/** What to know of a mail that has not left: when it is tried next, or why it is not. */
const Why = ({ row }: { row: MailRow }) => {
  const t = useT();
  if (row.nextTryAt && row.attempts > 0)
    return (
      <span className="t3 sm">
        <bdi>{t('mail.nextTry', { when: formatDistance(row.nextTryAt) })}</bdi>
      </span>
    );
  return row.error ? (
    <bdi className="t3 sm cut" title={row.error}>
      {row.error}
    </bdi>
  ) : null;
};

function Rows({ rows }: { rows: MailRow[] | undefined }) {
  const t = useT();
  return (
    <div className="list-scroll">
      <table className="tbl plain mails">
        <thead>
          <tr>
            <th scope="col">{t('mail.subject')}</th>
            <th scope="col">{t('mail.to')}</th>
            <th scope="col">{t('mail.template')}</th>
            <th scope="col">{t('mail.stateLabel')}</th>
            <th scope="col">{t('mail.when')}</th>
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => (
            <tr key={row.id}>
              <td>
                <Link to={`/mail/${row.id}`} className="ttl">
                  <bdi className="cut">{row.subject}</bdi>
                  {row.test ? <span className="tag">{t('mail.test')}</span> : null}
                </Link>
              </td>
              <td>
                <Recipient row={row} />
              </td>
              <td className="t2">{row.templateName}</td>
              <td>
                <span className="mail-state">
                  <StateWord state={row.state} />
                  <Why row={row} />
                </span>
              </td>
              <td className="t2">
                <Ago at={row.at} />
              </td>
            </tr>
          )) ??
            [0, 1, 2, 3, 4].map((one) => (
              <tr key={one}>
                <td colSpan={5}>
                  <span className="sk" style={{ width: `${70 - one * 8}%` }} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

export const Recipient = ({ row }: { row: Pick<MailRow, 'to' | 'toName'> }) => (
  <>
    {row.toName ? <bdi className="mid">{row.toName}</bdi> : null}{' '}
    <bdi dir="ltr" className={row.toName ? 't3 sm' : ''}>
      {row.to}
    </bdi>
  </>
);

function Cards({ rows }: { rows: MailRow[] }) {
  return (
    <ul className="cards mail-cards">
      {rows.map((row) => (
        <li key={row.id}>
          <Link to={`/mail/${row.id}`} className="ttl">
            <bdi>{row.subject}</bdi>
          </Link>
          <StateWord state={row.state} />
          <span className="more">
            <Recipient row={row} />
            <Ago at={row.at} />
            <Why row={row} />
          </span>
        </li>
      ))}
    </ul>
  );
}
