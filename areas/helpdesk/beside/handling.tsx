import { IconEye, IconEyeOff, IconUserCheck } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { api } from '#kit/web/api.ts';
import { Value } from '#kit/web/catalogue/cells.tsx';
import { named, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { type Done, rowAction } from '#kit/web/ui/use-action.ts';
import { isOver, type RequestStatus } from '../tickets/request-status.rules.ts';
import { helpDesk } from '../tickets/ticket.contract.ts';
import { useStatusName } from '../talk/items.tsx';
import { refreshTickets, type Ticket, useWatching } from '../talk/talk.queries.ts';
import { toneOf } from './tone.ts';
import styles from './beside.module.css';

/** Status, priority, category; for the desk also who has the ticket, who watches it, and the two things done to it most often. */
export function Handling({ row, isStaff }: { row: Ticket; isStaff: boolean }) {
  const t = useT();
  const id = useId();
  const nameOf = useStatusName();
  return (
    <section className="sec" aria-labelledby={id}>
      <h2 className={styles.heading} id={id}>
        {t('beside.handling')}
      </h2>
      <dl className={styles.facts}>
        <div>
          <dt>{helpDesk.readOnly.requestStatus.label}</dt>
          <dd>
            <bdi className={`st ${toneOf(row.requestStatus)}`}>{nameOf(row.requestStatus)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{helpDesk.fields.priority.label}</dt>
          <dd>
            <Value field={helpDesk.fields.priority} name="priority" row={row} />
          </dd>
        </div>
        <div>
          <dt>{helpDesk.fields.categoryId.label}</dt>
          <dd>
            <bdi>{named(row.category?.label ?? '')}</bdi>
          </dd>
        </div>
        {isStaff ? <Desk row={row} /> : null}
      </dl>
      {isStaff ? <Acts row={row} /> : null}
    </section>
  );
}

function Desk({ row }: { row: Ticket }) {
  const t = useT();
  const { data } = useWatching(row.id, true);
  return (
    <>
      <div>
        <dt>{t('beside.team')}</dt>
        <dd>{row.team ? <bdi>{named(row.team.label)}</bdi> : <span className="t2">{t('beside.nobody')}</span>}</dd>
      </div>
      {row.role ? (
        <div>
          <dt>{helpDesk.readOnly.roleId.label}</dt>
          <dd>
            <bdi>{row.role.label}</bdi>
          </dd>
        </div>
      ) : null}
      <div>
        <dt>{t('beside.assignee')}</dt>
        <dd>{row.assignee ? <bdi>{row.assignee.label}</bdi> : <span className="t2">{t('beside.nobody')}</span>}</dd>
      </div>
      {data && data.watchers.length > 0 ? (
        <div>
          <dt>{t('beside.watching')}</dt>
          <dd>
            <bdi>{data.watchers.join(', ')}</bdi>
          </dd>
        </div>
      ) : null}
    </>
  );
}

function Acts({ row }: { row: Ticket }) {
  const t = useT();
  const can = useCan();
  const [user] = useKept('userData');
  const [busy, setBusy] = useState(false);
  const { data } = useWatching(row.id, true);
  // The server refuses both to whoever acts as somebody else.
  if (!can('help-desk', 'edit') || user?.impersonatedBy) return null;
  const run = async (path: string, body: unknown) => {
    setBusy(true);
    await rowAction(refreshTickets, () => api.post<Done>(path, { body, once: true }));
    setBusy(false);
  };
  return (
    <div className={styles.acts}>
      {row.assigneeId !== user?.id && !isOver(row.requestStatus as RequestStatus) ? (
        <button
          type="button"
          className="btn d sm"
          disabled={busy}
          onClick={() => void run('/help-desk/assign', { ids: [row.id], userId: user?.id })}
        >
          <IconUserCheck className="i s" aria-hidden="true" />
          {t('beside.toMe')}
        </button>
      ) : null}
      {data ? (
        <button
          type="button"
          className="btn d sm"
          disabled={busy}
          onClick={() => void run(`/help-desk/watch/${row.id}`, { watching: !data.watching })}
        >
          {data.watching ? (
            <IconEyeOff className="i s" aria-hidden="true" />
          ) : (
            <IconEye className="i s" aria-hidden="true" />
          )}
          {t(data.watching ? 'beside.unwatch' : 'beside.watch')}
        </button>
      ) : null}
    </div>
  );
}
