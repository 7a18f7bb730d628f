import { useMayExport } from '../../exports.ts';
import { useT } from '../../i18n.ts';
import type { Offer } from '../../offers.ts';
import { useKept } from '../../storage/store.ts';
import { usePages } from '../menu/menu.tsx';
import type { Entry } from './entry.ts';
import { useFound } from './found-entries.ts';
import { addressIn, fits, pagesFor } from './page-entries.ts';
import { type FrameActions, useActions } from './palette-actions.ts';
import { titleText } from '../../catalogue/spoken.ts';

/** Everything the palette offers for some words: pages and actions at once, records as the server finds them. `offers` is what can be done with what is on screen. */
export function useEntries(
  words: string,
  offers: readonly Offer[],
  frame: FrameActions,
): { entries: Entry[]; searching: boolean } {
  const t = useT();
  const { records, isSearching } = useFound(words);
  const pages = usePageEntries();
  const actions = useActions(words, frame);
  const last = useLast();
  const here = offers.map(({ key, name, run }): Entry => {
    return { key, group: 'here', name, kind: '', icon: 'adjustments-horizontal', run };
  });
  // What this page offers as well stands there.
  const elsewhere = actions.filter(({ name }) => !here.some((one) => one.name === name));
  const address = addressIn(words, pages, location.origin);
  const isTyped = words.trim() !== '';
  const isMeant = records.some(({ alike }) => !alike);
  const named = pagesFor(words, pages, isSearching || isMeant);
  return {
    entries: [
      ...here.filter((one) => fits(words, one)),
      ...(isTyped ? [] : last),
      ...(address ? [{ ...address, kind: t('palette.address') }] : []),
      ...named,
      ...records,
      ...elsewhere.filter((one) => fits(words, one)),
    ],
    searching: isSearching,
  };
}

/** The pages that the reader may open, also by their addresses and, in another language, by their English names. */
function usePageEntries(): Entry[] {
  const t = useT();
  const permitted = usePages();
  const mayExport = useMayExport();
  const [modules] = useKept('_accessible');
  const english = new Map((modules ?? []).map(({ id, name }) => [id, name]));
  const pages = permitted.map(
    ({ module, group }): Entry => ({
      key: module.id,
      group: 'pages',
      name: module.name,
      words: `${module.route ?? ''} ${english.get(module.id) ?? ''}`,
      kind: group,
      icon: module.icon,
      to: module.route ?? '/',
    }),
  );
  if (!mayExport) return pages;
  // A page of one's own, which no right stands for.
  const to = '/exports';
  return [
    ...pages,
    { key: 'exports', group: 'pages', name: t('exports.title'), words: to, kind: '', icon: 'download', to },
  ];
}

/** What was searched for and looked at last. */
function useLast(): Entry[] {
  const [searched] = useKept('searched');
  const [recent] = useKept('recent');
  return [
    ...searched.map(
      (again): Entry => ({ key: `again ${again}`, group: 'searched', name: again, kind: '', icon: 'history', again }),
    ),
    ...recent.map(
      ({ to, title, kind }): Entry => ({
        key: to,
        group: 'recent',
        name: titleText(to.split('/')[1] ?? '', title),
        kind,
        icon: 'history',
        to,
      }),
    ),
  ];
}
