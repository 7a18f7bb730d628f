import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Offer } from '../../offers.ts';
import type { Entry } from './entry.ts';
import type { FrameActions } from './palette-actions.ts';
import { useEntries } from './palette-entries.ts';
import { Palette } from './palette.tsx';

/** What stands in the palette: fetched apart from the frame, which every page waits for. */
export function PaletteBox(props: { offers: readonly Offer[]; frame: FrameActions; onClose: () => void }) {
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  // Before anything is typed, nothing is chosen: Enter alone must not do what stands first.
  const [at, setAt] = useState(-1);
  const { entries, searching } = useEntries(words, true, props.offers, props.frame);
  const go = (entry: Entry) => {
    props.onClose();
    if (entry.to) void navigate({ to: entry.to });
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
    />
  );
}
