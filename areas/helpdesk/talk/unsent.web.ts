import { useEffect, useRef, useState } from 'react';
import { store, useKept } from '#kit/web/storage/store.ts';
import type { Side } from './talk.queries.ts';

/** Most drafts that a browser keeps; the oldest goes first. */
const most = 40;
const restMs = 400;

/** Words that are typed and not sent, and up to what moment of the conversation their writer had read; kept in the browser for this person. */
export interface Unsent {
  text: string;
  /** When the last was said of what the writer had seen, ISO UTC; '' while nothing is typed. */
  since: string;
}

const nothing: Unsent = { text: '', since: '' };

export function keepUnsent(key: string, words: Unsent): void {
  const { [key]: _, ...others } = store.get('unsent');
  const kept = words.text.trim() === '' ? others : { ...others, [key]: words };
  store.set('unsent', Object.fromEntries(Object.entries(kept).slice(-most)));
}

/** The words for one side of a ticket. They are written down while their writer rests, and when the page is left. */
export function useUnsent(ticketId: string, side: Side): [Unsent, (words: Unsent) => void] {
  const [user] = useKept('userData');
  const key = `${user?.id ?? ''} ${ticketId} ${side}`;
  const [words, setWords] = useState<Unsent>(() => store.get('unsent')[key] ?? nothing);
  const latest = useRef<Unsent>(undefined);
  useEffect(() => {
    if (latest.current === undefined) return;
    const timer = setTimeout(() => keepUnsent(key, words), restMs);
    return () => clearTimeout(timer);
  }, [key, words]);
  useEffect(
    () => () => {
      if (latest.current !== undefined) keepUnsent(key, latest.current);
    },
    [key],
  );
  const set = (next: Unsent) => {
    latest.current = next;
    setWords(next);
    // What was sent is gone at once: another tab must not offer it again.
    if (next.text === '') keepUnsent(key, next);
  };
  return [words, set];
}
