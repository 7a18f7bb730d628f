import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Offer } from '../../offers.ts';
import { store } from '../../storage/store.ts';
import type { Entry } from './entry.ts';
import type { FrameActions } from './palette-actions.ts';
import { useEntries } from './palette-entries.ts';
import { NothingFound } from './nothing-found.tsx';
import { Palette } from './palette.tsx';

/** So many searches are remembered. */
const mostSearched = 4;

/** What stands in the palette: fetched apart from the frame, which every page waits for. */
export function PaletteBox(props: { offers: readonly Offer[]; frame: FrameActions; onClose: () => void }) {
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  // Before anything is typed, nothing is chosen: Enter alone must not do what stands first.
  const [at, setAt] = useState(-1);
  const { entries, searching } = useEntries(words, props.offers, props.frame);
  const go = (entry: Entry) => {
    if (entry.again !== undefined) {
      setWords(entry.again);
      setAt(0);
      return;
    }
    if (entry.group === 'records') remember(words.trim());
    props.onClose();
    if (entry.to) void navigate({ to: entry.to, search: (entry.search ?? {}) as never });
    entry.run?.();
  };
  return (
    <Palette
      words={words}
      onWords={setWords}
      entries={entries}
      at={at}
      onAt={setAt}
      isSearching={searching}
      onChoose={go}
    >
      <NothingFound words={words.trim()} onGo={go} />
    </Palette>
  );
}

function remember(words: string): void {
  const others = store.get('searched').filter((one) => one.toLowerCase() !== words.toLowerCase());
  store.set('searched', [words, ...others].slice(0, mostSearched));
}
