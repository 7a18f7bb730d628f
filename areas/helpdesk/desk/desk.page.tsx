import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import { useAreaActions } from '#kit/web/catalogue/area-actions.tsx';
import { useRow, useRows } from '#kit/web/catalogue/data.ts';
import { useT } from '#kit/web/i18n.ts';
import { useAddressBelow } from '#kit/web/parts-below.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { type PageKeys, usePageKeys } from '#kit/web/shell/menu/page-keys.ts';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { useShortcuts } from '#kit/web/use-shortcuts.ts';
import type { Ticket } from '../talk/talk.queries.ts';
import { helpDesk } from '../tickets/ticket.contract.ts';
import { DeskList } from './desk-list.tsx';
import { DeskTalk } from './desk-talk.tsx';
import { type DeskTab, queryOf, tabOf } from './desk-tabs.web.ts';
import styles from './desk.module.css';

const keys: PageKeys = {
  title: 'desk.keys',
  keys: [
    [['j', 'k'], 'desk.keyRows'],
    [['r'], 'desk.keyReply'],
    [['n'], 'desk.keyNote'],
    [['a'], 'desk.keyAssign'],
    [['f'], 'desk.keyForward'],
    [['/'], 'desk.keySearch'],
  ],
};

/** Tickets one after the other: the list, the conversation of one, and what it is about. The address holds which. */
export function Desk({ definition }: { definition: AnyCatalogue }) {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const isSmall = useMedia(smallScreen);
  const [hasKeys] = useKept('shortcuts');
  const search = useAddressBelow('/help-desk').search as Record<string, unknown>;
  const tab = tabOf(search['tab']);
  const q = typeof search['q'] === 'string' ? search['q'] : '';
  const id = typeof search['ticket'] === 'string' && isId(search['ticket']) ? search['ticket'] : undefined;
  const ask = (next: { tab?: DeskTab; q?: string | undefined; ticket?: string | undefined }) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...next }),
      replace: next.ticket === undefined,
      resetScroll: false,
    });
  const found = useRows(helpDesk, queryOf(tab, q));
  const rows = found.data?.data ?? [];
  const one = useRow(helpDesk, id);
  // What is listed is shown at once; as it is now follows.
  const row = one.data ?? rows.find((each) => each.id === id);
  useKeysOfDesk({ definition, rows, row, onChoose: (ticket) => ask({ ticket }) });
  usePageKeys(keys);
  // The conversation alone fills a small screen, and so does the list.
  const showsList = !isSmall || id === undefined;
  if (found.error && !found.data) return <Failure error={found.error} retry={() => void found.refetch()} />;
  const at = rows.findIndex((each) => each.id === id);
  return (
    <>
      <p className="sr" role="status">
        {row && at >= 0 ? t('desk.position', { at: at + 1, count: rows.length, subject: row.subject }) : ''}
      </p>
      <div className={styles.desk}>
        {showsList ? (
          <DeskList
            tab={tab}
            q={q}
            id={id}
            rows={rows}
            count={found.data?.count}
            onAsk={(next) => ask({ ...next, ticket: undefined })}
          />
        ) : null}
        {isSmall && id === undefined ? null : (
          <DeskTalk id={id} row={row} failed={one.error !== null && !row} isStaff={can('ticket-note', 'view')} />
        )}
      </div>
      {hasKeys ? <p className="t3 xs d-only">{t('desk.hint')}</p> : null}
    </>
  );
}

/** The keys of the page. Those of writing stand with the fields. */
function useKeysOfDesk(of: {
  definition: AnyCatalogue;
  rows: readonly Ticket[];
  row: Ticket | undefined;
  onChoose: (id: string) => void;
}) {
  const { definition, rows, row, onChoose } = of;
  const actions = useAreaActions(definition);
  /** Where the ticket stood that has left the list since, for the keys to go on from there. */
  const last = useRef(-1);
  const at = rows.findIndex(({ id }) => id === row?.id);
  useEffect(() => {
    if (at >= 0) last.current = at;
  }, [at]);
  const step = (by: 1 | -1) => {
    const from = at >= 0 ? at + by : row ? last.current + (by > 0 ? 0 : -1) : by > 0 ? 0 : rows.length - 1;
    const next = rows[Math.max(0, Math.min(rows.length - 1, from))];
    if (!next || next.id === row?.id) return;
    onChoose(next.id);
    document.getElementById(`desk-${next.id}`)?.scrollIntoView({ block: 'nearest' });
  };
  const act = (key: string) => () => {
    if (row)
      actions(row)
        .find((action) => action.key === key)
        ?.run();
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    a: act('assign'),
    f: act('forward'),
    '/': () => document.querySelector<HTMLInputElement>('[data-search]')?.focus(),
  });
}
