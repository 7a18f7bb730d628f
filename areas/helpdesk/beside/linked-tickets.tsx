import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { Code } from '#kit/web/ui/parts.tsx';
import { type Done, rowAction } from '#kit/web/ui/use-action.ts';
import type { TicketLink } from '../tickets/links.contract.ts';
import { useStatusName } from '../talk/items.tsx';
import { refreshTickets } from '../talk/talk.queries.ts';
import { toneOf } from './tone.ts';
import styles from './beside.module.css';

/** Tickets that this one is linked to, with how it stands to each. */
export function LinkedTickets({ ticketId, isStaff }: { ticketId: string; isStaff: boolean }) {
  const t = useT();
  const id = useId();
  const nameOf = useStatusName();
  const isActing = (useKept('userData')[0]?.impersonatedBy ?? null) !== null;
  const [busy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: ['help-desk', 'links', ticketId],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<TicketLink[]>>(`/help-desk/links/${ticketId}`, { signal })).data,
  });
  if (!data || data.length === 0) return null;
  const remove = async (link: TicketLink) => {
    setBusy(true);
    await rowAction(refreshTickets, () =>
      api.post<Done>(`/help-desk/unlink/${ticketId}`, {
        body: { linkId: link.id },
        once: true,
      }),
    );
    setBusy(false);
  };
  return (
    <section className="sec" aria-labelledby={id}>
      <h2 className={styles.heading} id={id}>
        {t('link.linked')}
      </h2>
      <ul className={styles.others}>
        {data.map((one) => (
          <li key={one.id}>
            <span className="t2 sm">{t(`link.${one.isFrom ? 'from' : 'to'}.${one.kind}`)}</span>
            <span className={styles.top}>
              <Link to={`/help-desk/${one.ticketId}`} className="cut">
                <bdi>{one.subject}</bdi>
              </Link>
              {isStaff && !isActing && one.kind !== 'SPLIT_FROM' ? (
                <button
                  type="button"
                  className="btn g ic sm"
                  disabled={busy}
                  aria-label={t('link.remove', { number: one.ticketNo })}
                  title={t('link.remove', { number: one.ticketNo })}
                  onClick={() => void remove(one)}
                >
                  <IconX className="i s" aria-hidden="true" />
                </button>
              ) : null}
            </span>
            <span className="t2 sm">
              <Code>{one.ticketNo}</Code>{' '}
              <bdi className={`st ${toneOf(one.requestStatus)}`}>{nameOf(one.requestStatus)}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
