import { IconMail } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type HelpMailRow, helpMailStates, type HelpMailStatus } from '#areas/helpdesk/inbound/help-mail.contract.ts';
import { api } from '#kit/web/api.ts';
import { formatDistance, formatNumber, useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { invalidate } from '#kit/web/queries.ts';
import { useCan } from '#kit/web/rights.ts';
import { SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { Code } from '#kit/web/ui/parts.tsx';
import { type Done, rowAction } from '#kit/web/ui/use-action.ts';
import { Ago } from '#kit/web/ui/when.tsx';
import { MailTabs } from '../mail-tabs.tsx';
import { DiscardMail } from './discard.dialog.tsx';
import styles from './incoming.module.css';
import { shapes, useIncoming, useIncomingOne, useIncomingState } from './incoming.queries.ts';
import { MailCategory } from './mail-category.tsx';
import { MakeTicket } from './make-ticket.dialog.tsx';

/** Mails that came in for the help desk: what became of each, and those that wait for a decision. */
export function Incoming() {
  const t = useT();
  const can = useCan();
  const address = useListAddress(['q', 'state']);
  const { field, filters, isFiltered, rows } = address;
  const found = useIncoming({ ...filters, ...rows });
  const status = useIncomingState().data;
  return (
    <ListPage
      title={t('mail.in.title')}
      sub={<bdi>{status ? <Way status={status} /> : t('mail.in.about')}</bdi>}
      above={
        <>
          <MailTabs />
          {status && !status.mailbox && !status.webhook ? <Off /> : null}
          {status?.problem ? (
            <p className="alert bad" role="status">
              <bdi>{t('mail.in.problem', { problem: status.problem })}</bdi>
            </p>
          ) : null}
          {status && can('help-category', 'edit') ? <MailCategory category={status.category} /> : null}
        </>
      }
      filters={
        <>
          <SearchField label={t('mail.in.search')} {...field('q')} />
          <SelectField
            label={t('mail.in.states')}
            options={helpMailStates.map((state) => ({
              value: state,
              label: `${t(`mail.in.state.${state}`)} (${formatNumber(status?.counts[state] ?? 0)})`,
            }))}
            {...field('state')}
          />
        </>
      }
      found={found}
      address={address}
      empty={{
        icon: <IconMail aria-hidden="true" />,
        title: isFiltered ? t('catalogue.noMatch') : t('mail.in.none'),
        text: isFiltered ? t('mail.noMatch') : t('mail.in.noneText'),
      }}
    >
      {(mails) => (
        <ul className={styles.incoming}>
          {mails?.map((row) => (
            <Line key={row.id} row={row} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}

function Way({ status }: { status: HelpMailStatus }) {
  const t = useT();
  const { mailbox, webhook, address, polledAt } = status;
  if (mailbox)
    return (
      <>
        {t('mail.in.from', { mailbox, address })}{' '}
        {polledAt ? t('mail.in.lookedAt', { when: formatDistance(polledAt) }) : null}
      </>
    );
  return t(webhook ? 'mail.in.byWebhook' : 'mail.in.about', { address });
}

/** What it takes that mails come in. */
function Off() {
  const t = useT();
  const [before, after] = t('mail.in.offText', { setting: '\n' }).split('\n');
  return (
    <div className="alert info" role="note">
      <bdi>
        <b className="mid">{t('mail.in.off')}</b> {before}
        <Code>IMAP_URL=imaps://user:password@mail.example.in/INBOX</Code>
        {after}
      </bdi>
    </div>
  );
}

function Line({ row }: { row: HelpMailRow }) {
  const t = useT();
  const can = useCan();
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useState<'make' | 'discard'>();
  const mayAct = can('ticket-note', 'create');
  const subject = row.subject || t('mail.in.noSubject');
  const retry = () =>
    rowAction(
      () => invalidate('help-mail'),
      () => api.post<Done>(`/help-mail/${row.id}/retry`, { body: {} }),
    );
  return (
    <li>
      <div className={styles.what}>
        <span className={`st ${shapes[row.state]}`}>{t(`mail.in.state.${row.state}`)}</span>
        <bdi className="mid">{subject}</bdi>
        <span className="sm t2 row wrap">
          {row.fromName ? <bdi>{row.fromName}</bdi> : null}
          <bdi dir="ltr">{row.from}</bdi>
          <Ago at={row.at} />
          {row.ticket ? <Link to={`/help-desk/${row.ticket.id}`}>{row.ticket.number}</Link> : null}
          {row.proof === 'FAILED' ? <span className="tag">{t('mail.in.unproven')}</span> : null}
          {row.files > 0 ? <span>{t('mail.in.files', { count: row.files })}</span> : null}
          {row.copies > 0 ? <span>{t('mail.in.copies', { count: row.copies })}</span> : null}
        </span>
        {row.reason ? <bdi className="sm t2">{row.reason}</bdi> : null}
        {isOpen ? <Text id={row.id} /> : null}
      </div>
      <div className={styles.acts}>
        <button type="button" className="btn g sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('mail.in.read')}
          <span className="sr"> {subject}</span>
        </button>
        {mayAct && row.state === 'HELD' ? (
          <>
            <button type="button" className="btn d sm" onClick={() => setDialog('make')}>
              {t('mail.in.make')}
              <span className="sr"> {subject}</span>
            </button>
            <button type="button" className="btn g sm" onClick={() => setDialog('discard')}>
              {t('mail.in.discard')}
              <span className="sr"> {subject}</span>
            </button>
          </>
        ) : null}
        {mayAct && row.state === 'FAILED' ? (
          <button type="button" className="btn d sm" onClick={() => void retry()}>
            {t('mail.in.retry')}
            <span className="sr"> {subject}</span>
          </button>
        ) : null}
      </div>
      {dialog === 'make' ? <MakeTicket id={row.id} onClose={() => setDialog(undefined)} /> : null}
      {dialog === 'discard' ? <DiscardMail id={row.id} onClose={() => setDialog(undefined)} /> : null}
    </li>
  );
}

/** The words of a mail, as plain text: nothing of it is fetched or run. */
function Text({ id }: { id: string }) {
  const t = useT();
  const mail = useIncomingOne(id, true).data;
  if (!mail) return null;
  return (
    <p className={styles.text} aria-label={t('mail.in.text')}>
      <bdi>{mail.text || t('mail.in.noText')}</bdi>
    </p>
  );
}
