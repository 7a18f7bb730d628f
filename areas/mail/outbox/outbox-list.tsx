import { IconMail, IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDistance, formatNumber, said, useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { ListTable } from '#kit/web/list/list-table.tsx';
import { useCan } from '#kit/web/rights.ts';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import { DayField, SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { Code, Segments } from '#kit/web/ui/parts.tsx';
import { Ago } from '#kit/web/ui/when.tsx';
import { shapes, useMails, useMailStatus, useTemplates } from '../mail.queries.ts';
import { type MailRow, type MailStatus, type MailState, mailStates } from '../mail.contract.ts';
import { MailTabs } from '../mail-tabs.tsx';
import { sendTest } from '../templates/send-test.web.ts';
import styles from '../mail.module.css';

/** Every mail of the product, newest first, and whether mails leave at all. */
export function Outbox() {
  const t = useT();
  const can = useCan();
  const address = useListAddress(['q', 'state', 'template', 'from', 'to']);
  const { field, filters, isFiltered, rows } = address;
  const found = useMails({ ...filters, ...rows });
  const mailStatus = useMailStatus().data;
  const templates = useTemplates(can('mail-template', 'view')).data;
  const isSmall = useMedia(smallScreen);
  const test = templates?.find(({ key }) => key === 'test');
  return (
    <ListPage
      title={t('mail.title')}
      label={t('mail.outbox')}
      sub={
        mailStatus?.configured ? (
          <bdi>{t('mail.sub', { server: mailStatus.server ?? '', from: mailStatus.from ?? '' })}</bdi>
        ) : (
          <bdi>{t('mail.subKept')}</bdi>
        )
      }
      actions={test && can('mail-template', 'edit') ? <SendTest id={test.id} /> : null}
      above={
        <>
          <MailTabs refused={mailStatus?.suppressions} />
          {mailStatus && !mailStatus.configured ? <NoServer /> : null}
          {mailStatus ? <States mailStatus={mailStatus} {...field('state')} /> : null}
        </>
      }
      filters={
        <>
          <SearchField label={t('mail.search')} {...field('q')} />
          {templates ? (
            <SelectField
              label={t('mail.template')}
              options={templates.map(({ key, name }) => ({ value: key, label: said(name) }))}
              {...field('template')}
            />
          ) : null}
          <DayField label={t('records.from')} {...field('from')} />
          <DayField label={t('records.to')} {...field('to')} />
        </>
      }
      found={found}
      address={address}
      told={found.data ? t('mail.count', { count: formatNumber(found.data.count) }) : ''}
      className="list"
      empty={{
        icon: <IconMail aria-hidden="true" />,
        title: isFiltered ? t('catalogue.noMatch') : t('mail.none'),
        text: isFiltered ? t('mail.noMatch') : t('mail.noneText'),
        action: isFiltered ? (
          <Link to="/mail" className="btn d">
            {t('catalogue.clearFilters')}
          </Link>
        ) : null,
      }}
    >
      {(mails) => (isSmall ? <Cards rows={mails ?? []} /> : <Rows rows={mails} />)}
    </ListPage>
  );
}

/** Sends the mail that tries the mail server. */
function SendTest({ id }: { id: string }) {
  const t = useT();
  const [isSending, setSending] = useState(false);
  const send = () => {
    setSending(true);
    void sendTest(id, {}).finally(() => setSending(false));
  };
  return (
    <button type="button" className="btn d" disabled={isSending} onClick={send}>
      <IconSend className="i s flip" aria-hidden="true" />
      {t('mail.sendTest')}
    </button>
  );
}

/** What it means that no mail server is set up, and how to set one up. */
function NoServer() {
  const t = useT();
  const [before, after] = t('mail.offText', { setting: '\n' }).split('\n');
  return (
    <div className={`alert info ${styles['mail-off']}`} role="note">
      <bdi>
        <b className="mid">{t('mail.off')}</b> {before}
        <Code>SMTP_URL=smtp://user:password@mail.example.in:587</Code>
        {after} {t('mail.offMore')}
      </bdi>
    </div>
  );
}

/** States with their numbers; those that no mail is in are left out. */
function States(props: { mailStatus: MailStatus; value: string; onChange: (state: string) => void }) {
  const t = useT();
  const { counts } = props.mailStatus;
  const shown = mailStates.filter((state) => counts[state] > 0 || state === props.value);
  if (shown.length === 0) return null;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const label = (state: string, count: number) => t('mail.stateWith', { state, count: formatNumber(count) });
  return (
    <div className={styles['mail-states']}>
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

function Rows({ rows }: { rows: readonly MailRow[] | undefined }) {
  const t = useT();
  return (
    <ListTable
      className={styles.mails}
      rows={rows}
      keyOf={(row) => row.id}
      columns={[
        {
          key: 'subject',
          head: t('mail.subject'),
          render: (row) => (
            <Link to={`/mail/${row.id}`} className="ttl">
              <bdi className="cut" translate="no">
                {row.subject}
              </bdi>
              {row.test ? <span className="tag">{t('mail.test')}</span> : null}
            </Link>
          ),
        },
        { key: 'to', head: t('mail.to'), render: (row) => <Recipient row={row} /> },
        { key: 'template', head: t('mail.template'), className: 't2', render: (row) => said(row.templateName) },
        {
          key: 'state',
          head: t('mail.stateLabel'),
          render: (row) => (
            <span className={styles['mail-state']}>
              <StateWord state={row.state} />
              <Why row={row} />
            </span>
          ),
        },
        { key: 'at', head: t('mail.when'), className: 't2', render: (row) => <Ago at={row.at} /> },
      ]}
    />
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

function Cards({ rows }: { rows: readonly MailRow[] }) {
  return (
    <ul className={`cards ${styles['mail-cards']}`}>
      {rows.map((row) => (
        <li key={row.id}>
          <Link to={`/mail/${row.id}`} className="ttl">
            <bdi translate="no">{row.subject}</bdi>
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
