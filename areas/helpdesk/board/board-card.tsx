import { IconArrowsExchange, IconMessageForward, IconUserCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { useAreaActions } from '#kit/web/catalogue/area-actions.tsx';
import { named, useT } from '#kit/web/i18n.ts';
import { store } from '#kit/web/storage/store.ts';
import { minutesText } from '../beside/minutes.web.ts';
import { toneOf } from '../beside/tone.ts';
import { useStatusName } from '../talk/items.tsx';
import type { Ticket } from '../talk/talk.queries.ts';
import { priorities, promiseStates } from '../tickets/ticket.contract.ts';
import type { Way } from './columns.web.ts';
import styles from './board.module.css';

export const cardId = (id: string): string => `card-${id}`;

/** The edge of a card, by how it stands against what is promised. */
const looks = { ok: '', off: '', due: styles.due, bad: styles.bad } as const;

/** What stands on a card can be done with it, by its key. */
const acts = [
  { key: 'request-status', letter: 's', label: 'board.status', Icon: IconArrowsExchange },
  { key: 'assign', letter: 'a', label: 'board.assign', Icon: IconUserCheck },
  { key: 'forward', letter: 'f', label: 'board.forward', Icon: IconMessageForward },
] as const;

/** A ticket as a card: what it is about, who has it, and how much open time is left. */
export function BoardCard(props: {
  definition: AnyCatalogue;
  row: Ticket;
  minutes: number | undefined;
  isByPerson: boolean;
  onGo: (row: Ticket, way: Way) => void;
  onMove: (row: Ticket, by: 1 | -1, ask: (act: 'request-status' | 'forward') => void) => Promise<void>;
}) {
  const { definition, row, minutes, isByPerson, onGo, onMove } = props;
  const t = useT();
  const nameOf = useStatusName();
  const offered = useAreaActions(definition)(row);
  const priority = priorities.find(({ value }) => value === row.priority);
  const promise = promiseStates.find(({ value }) => value === row.promise);
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // What lies to the right is the next column, or the one before where writing runs from right to left.
    const isTurned = document.documentElement.dir === 'rtl';
    const on = event.key === (isTurned ? 'ArrowLeft' : 'ArrowRight');
    const back = event.key === (isTurned ? 'ArrowRight' : 'ArrowLeft');
    const act = store.get('shortcuts') ? acts.find(({ letter }) => letter === event.key) : undefined;
    if (event.shiftKey && (on || back))
      void onMove(row, on ? 1 : -1, (act) => offered.find(({ key }) => key === act)?.run());
    else if (on || back) onGo(row, on ? 'on' : 'back');
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') onGo(row, event.key === 'ArrowUp' ? 'up' : 'down');
    else if (act) offered.find(({ key }) => key === act.key)?.run();
    else return;
    event.preventDefault();
  };
  return (
    <article className={`${styles.card} ${looks[promise?.tone ?? 'off']}`}>
      <Link
        id={cardId(row.id)}
        to="/help-desk/desk"
        search={{ ticket: row.id } as never}
        className={styles.subject}
        onKeyDown={press}
      >
        <bdi>{row.subject}</bdi>
      </Link>
      <p className="t2 sm cut">
        <bdi>{row.appUser?.label ?? row.org?.label}</bdi>
      </p>
      <p className={`sm ${styles.line}`}>
        <bdi className={`st ${promise?.tone ?? 'off'}`}>
          {minutes === undefined
            ? promise?.label
            : minutes < 0
              ? t('board.late', { time: minutesText(-minutes) })
              : t('board.left', { time: minutesText(minutes) })}
        </bdi>
        {priority && priority.tone !== 'off' ? <bdi className={`st ${priority.tone}`}>{priority.label}</bdi> : null}
      </p>
      <footer className={styles.line}>
        <span className="t2 sm cut grow">
          {isByPerson ? (
            <bdi className={`st ${toneOf(row.requestStatus)}`}>{nameOf(row.requestStatus)}</bdi>
          ) : (
            <bdi>{row.assignee?.label ?? (row.team ? named(row.team.label) : t('board.nobody'))}</bdi>
          )}
        </span>
        {acts.map(({ key, label, Icon }) => {
          const act = offered.find((one) => one.key === key);
          return act ? (
            <button
              key={key}
              type="button"
              className="btn g ic sm"
              aria-label={t(label, { title: row.ticketNo })}
              onClick={act.run}
            >
              <Icon className="i s flip" aria-hidden="true" />
            </button>
          ) : null;
        })}
      </footer>
    </article>
  );
}
