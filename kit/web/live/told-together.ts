import { invalidate } from '../queries.ts';
import { store } from '../storage/store.ts';
import { toast } from '../toast.tsx';

/** So many at a time are read; more than that are counted. */
const shownAtOnce = 3;
const togetherMs = 1_000;

/** How news of one kind are shown on whatever page is open. */
export interface ToldTogether<T> {
  /** Who is shown them: the others have a list that says the same. */
  to: 'client' | 'staff';
  /** Query key of what they make stale. */
  stale: string;
  /** Left out: all of them are shown. */
  fits?: (news: T) => boolean;
  one: (news: T) => string;
  /** What is said instead of more than three. */
  many: (all: readonly T[]) => string;
}

/** Hears news and shows those of a second together: three of them each by itself, more as one message. */
export function tellTogether<T>({ to, stale, fits, one, many }: ToldTogether<T>): (key: string, data: unknown) => void {
  let waiting: T[] = [];
  const tell = () => {
    const told = fits ? waiting.filter(fits) : waiting;
    waiting = [];
    void invalidate(stale);
    if (store.get('userData')?.kind !== to) return;
    for (const text of told.length > shownAtOnce ? [many(told)] : told.map(one)) toast.warn(text);
  };
  return (_, data) => {
    waiting.push(data as T);
    if (waiting.length === 1) setTimeout(tell, togetherMs);
  };
}
