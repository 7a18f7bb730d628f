import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import { useAllRows, useRows } from '#kit/web/catalogue/data.ts';
import { formatNumber, named, useT } from '#kit/web/i18n.ts';
import { useAddressBelow } from '#kit/web/parts-below.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { type PageKeys, usePageKeys } from '#kit/web/shell/menu/page-keys.ts';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { SelectField } from '#kit/web/ui/filter-fields.tsx';
import { Segments } from '#kit/web/ui/parts.tsx';
import { useStatusName } from '../talk/items.tsx';
import type { Ticket } from '../talk/talk.queries.ts';
import { helpDesk } from '../tickets/ticket.contract.ts';
import { forwarded, waiting } from '../tickets/request-status.rules.ts';
import { moveTo, useTimeLeft } from './board.queries.ts';
import { BoardCard, cardId } from './board-card.tsx';
import { type BoardColumn, columnBeside, columnsByPerson, columnsByStatus, type Way } from './columns.web.ts';
import styles from './board.module.css';

/** So many cards lie on the board: what is due first. */
const most = 100;
const team = { path: 'help-team' };

const keys: PageKeys = {
  title: 'board.keys',
  keys: [
    [['←', '↑', '→', '↓'], 'board.keyCards'],
    [['Shift', '←', '→'], 'board.keyMove'],
    [['s'], 'board.keyStatus'],
    [['a'], 'board.keyAssign'],
    [['f'], 'board.keyForward'],
  ],
};

/** Tickets under way as cards in columns, of a status or of a person each, the most urgent first. */
export function Board({ definition }: { definition: AnyCatalogue }) {
  const t = useT();
  const nameOf = useStatusName();
  const navigate = useNavigate();
  const isSmall = useMedia(smallScreen);
  const [hasKeys] = useKept('shortcuts');
  const search = useAddressBelow('/help-desk').search as Record<string, string | undefined>;
  const isByPerson = search['by'] === 'person';
  const teamId = isId(search['team']) ? search['team'] : undefined;
  const ask = (next: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...next }), replace: true });
  const teams = useAllRows(team, { sort: 'name', status: '1' }).data ?? [];
  const found = useRows(helpDesk, {
    requestStatus: '0,1,2,3,6',
    status: '1',
    sort: 'dueAt',
    take: String(most),
    ...(teamId ? { teamId } : {}),
  });
  const rows = found.data?.data ?? [];
  const columns = isByPerson ? columnsByPerson(rows, t('board.nobody')) : columnsByStatus(rows, nameOf);
  const left = useTimeLeft(rows.map(({ id }) => id));
  const moves = useMoves(columns);
  usePageKeys(keys);
  if (found.error && !found.data) return <Failure error={found.error} retry={() => void found.refetch()} />;
  const count = found.data?.count ?? 0;
  const chosen = columns.find(({ key }) => key === search['column']) ?? columns[0];
  const shown = isSmall ? columns.filter((column) => column === chosen) : columns;
  return (
    <>
      <div className="row wrap">
        <Segments
          label={t('board.by')}
          name="board-by"
          value={isByPerson ? 'person' : 'status'}
          options={[
            { value: 'status', label: t('board.byStatus') },
            { value: 'person', label: t('board.byPerson') },
          ]}
          onChange={(by) => ask({ by: by === 'person' ? by : undefined, column: undefined })}
        />
        <SelectField
          label={t('board.team')}
          value={teamId ?? ''}
          options={teams.map(({ id, title }) => ({ value: id, label: named(title) }))}
          onChange={(id) => ask({ team: id || undefined })}
        />
        {isSmall ? (
          <SelectField
            label={t('board.column')}
            value={chosen?.key ?? ''}
            any={`${columns[0]?.name ?? ''} (${formatNumber(columns[0]?.rows.length ?? 0)})`}
            options={columns
              .slice(1)
              .map(({ key, name, rows }) => ({ value: key, label: `${name} (${formatNumber(rows.length)})` }))}
            onChange={(column) => ask({ column: column || undefined })}
          />
        ) : null}
      </div>
      <p className="sr" role="status">
        {moves.said}
      </p>
      {count > rows.length ? (
        <p className="t2 sm">{t('board.first', { shown: formatNumber(rows.length), count: formatNumber(count) })}</p>
      ) : null}
      <div className={styles.board}>
        {shown.map((column) => (
          <Column key={column.key} column={column}>
            {column.rows.map((row) => (
              <li key={row.id}>
                <BoardCard
                  definition={definition}
                  row={row}
                  minutes={left.get(row.id)}
                  isByPerson={isByPerson}
                  onGo={moves.go}
                  onMove={moves.move}
                />
              </li>
            ))}
          </Column>
        ))}
      </div>
      {hasKeys ? <p className="t3 xs d-only">{t('board.hint')}</p> : null}
    </>
  );
}

function Column({ column: { name, rows }, children }: { column: BoardColumn; children: React.ReactNode }) {
  const t = useT();
  return (
    <section className={styles.column} aria-label={name}>
      <h2 className={styles.name}>
        <bdi className="cut">{name}</bdi>
        <span className="n">{formatNumber(rows.length)}</span>
      </h2>
      {rows.length === 0 ? <p className="t3 sm">{t('board.none')}</p> : <ol className={styles.cards}>{children}</ol>}
    </section>
  );
}

/** Nothing has the focus, or the heading that is given it when what was left is gone. */
const isLost = (element: Element | null): boolean =>
  element === document.body || element?.matches('h1[tabindex="-1"]') === true;

/** So long after a move, and after its dialog, the board may still be drawn anew. */
const settledMs = 3_000;

/** Goes from card to card, and moves cards to the columns beside theirs. */
function useMoves(columns: readonly BoardColumn[]) {
  const t = useT();
  const [said, setSaid] = useState('');
  /** The card that was moved, and until when the focus that it loses on its way comes back to it. */
  const moved = useRef<{ id: string; until: number }>(undefined);
  const placeOf = (row: Ticket) => {
    const column = columns.findIndex(({ rows }) => rows.some(({ id }) => id === row.id));
    return { column, at: columns[column]?.rows.findIndex(({ id }) => id === row.id) ?? -1 };
  };
  const focus = (row: Ticket | undefined) => row && document.getElementById(cardId(row.id))?.focus();
  // The card leaves its column when the list is new, and its dialog goes at a moment of its own: no render tells of the last of them.
  useEffect(() => {
    const timer = setInterval(() => {
      const card = moved.current;
      if (!card) return;
      if (document.querySelector('[role="dialog"]')) card.until = Date.now() + settledMs;
      else if (isLost(document.activeElement)) document.getElementById(cardId(card.id))?.focus();
      if (Date.now() > card.until) moved.current = undefined;
    }, 100);
    return () => clearInterval(timer);
  }, []);
  return {
    said,
    go: (row: Ticket, way: Way) => {
      const { column, at } = placeOf(row);
      if (way === 'up' || way === 'down') return focus(columns[column]?.rows[at + (way === 'up' ? -1 : 1)]);
      const by = way === 'on' ? 1 : -1;
      for (let next = column + by; columns[next]; next += by) {
        const rows = columns[next]?.rows ?? [];
        if (rows.length > 0) return focus(rows[Math.min(at, rows.length - 1)]);
      }
      return undefined;
    },
    /** @param ask opens a form: whoever waits for a customer has to say for what, and whoever forwards to whom */
    move: async (row: Ticket, by: 1 | -1, ask: (act: 'request-status' | 'forward') => void) => {
      const to = columnBeside(columns, placeOf(row).column, by, row);
      if (!to) return setSaid(t('board.cannot', { title: row.ticketNo }));
      moved.current = { id: row.id, until: Date.now() + settledMs };
      if (to.status === waiting) return ask('request-status');
      if (to.status === forwarded) return ask('forward');
      await moveTo(row, to);
      setSaid(t('board.moved', { title: row.ticketNo, column: to.name }));
    },
  };
}
