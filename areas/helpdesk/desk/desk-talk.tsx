import { IconArrowLeft, IconMessages } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useAreaActions } from '#kit/web/catalogue/area-actions.tsx';
import { useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import { Empty } from '#kit/web/ui/parts.tsx';
import { Beside } from '../beside/beside.tsx';
import { TicketHead } from '../beside/ticket-head.tsx';
import { Composer } from '../talk/composer.tsx';
import { Items } from '../talk/items.tsx';
import { type Ticket, useConversation, useQuoted } from '../talk/talk.queries.ts';
import { helpDesk } from '../tickets/ticket.contract.ts';
import styles from './desk.module.css';

/** The ticket that was chosen: what was said, where one answers, and what it is about. */
export function DeskTalk(props: {
  id: string | undefined;
  row: Ticket | undefined;
  failed: boolean;
  isStaff: boolean;
}) {
  const { id, row, failed, isStaff } = props;
  const t = useT();
  const isSmall = useMedia(smallScreen);
  if (id === undefined || failed)
    return (
      <section className={`sheet ${styles.talk}`}>
        <Empty
          icon={<IconMessages aria-hidden="true" />}
          title={t(failed ? 'desk.none' : 'desk.choose')}
          text={t(failed ? 'desk.gone' : 'desk.chooseText')}
        />
      </section>
    );
  return (
    <>
      <div className={styles.talk}>
        {isSmall ? (
          <Link
            to="."
            search={(before: object) => ({ ...before, ticket: undefined }) as never}
            className={`btn g sm ${styles.back}`}
          >
            <IconArrowLeft className="i s flip" aria-hidden="true" />
            {t('desk.back')}
          </Link>
        ) : null}
        {row ? <Talk key={row.id} row={row} isStaff={isStaff} /> : <span className="sk" aria-hidden="true" />}
      </div>
      <div className={styles.context}>{row ? <Beside key={row.id} row={row} isStaff={isStaff} /> : null}</div>
    </>
  );
}

function Talk({ row, isStaff }: { row: Ticket; isStaff: boolean }) {
  const t = useT();
  const acts = useAreaActions(helpDesk)(row);
  const { data, error, refetch } = useConversation(row.id);
  const quoted = useQuoted(row.id);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const isShut = row.status === 0 || row.mergedIntoId !== null;
  return (
    <section className={styles.conversation} aria-label={t('talk.title')}>
      <header className={styles.head}>
        <h2 className="h2">
          <Link to={`/help-desk/${row.id}`}>
            <bdi>{row.subject}</bdi>
          </Link>
        </h2>
        <TicketHead row={row} />
        <div className="row wrap">
          {acts
            .filter(({ key }) => ['assign', 'forward', 'resolve', 'request-status'].includes(key))
            .map((act) => (
              <button key={act.key} type="button" className="btn d sm" onClick={act.run}>
                {act.label}
              </button>
            ))}
        </div>
      </header>
      {data ? <Items row={row} items={data} quoted={quoted} /> : <span className="sk" aria-hidden="true" />}
      {isShut || !data ? null : <Composer row={row} items={data} isStaff={isStaff} />}
    </section>
  );
}
