import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '../api.ts';
import { constants } from '../constants.ts';
import { useMayExport } from '../exports.ts';
import { useT } from '../i18n.ts';
import type { Offer } from '../offers.ts';
import { useKept } from '../storage/store.ts';
import { useMenu } from './menu.tsx';

/** A line of the palette: a place to go to, or something to do. */
export interface Entry {
  key: string;
  group: 'here' | 'pages' | 'records' | 'recent' | 'actions';
  name: string;
  /** What it is, drawn at the end of the line. */
  kind: string;
  icon: string;
  to?: string;
  run?: () => void;
}
interface Found {
  id: string;
  module: string;
  moduleName: string;
  title: string;
}

/** Everything the palette offers for some words: pages and actions at once, records as the server finds them. `offers` is what can be done with what is on screen. */
export function useEntries(
  words: string,
  open: boolean,
  offers: readonly Offer[],
): { entries: Entry[]; searching: boolean } {
  const t = useT();
  const groups = useMenu();
  const mayExport = useMayExport();
  const [recent] = useKept('recent');
  const [skin, setSkin] = useKept('skin');
  const [direction, setDirection] = useKept('direction');
  const [layout, setLayout] = useKept('layout');
  const [density, setDensity] = useKept('density');
  const [sought, setSought] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSought(words.trim()), constants.searchDelayMs);
    return () => clearTimeout(timer);
  }, [words]);
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['search', sought],
    enabled: open && sought.length >= 2,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.get<Answer<Found[]>>('/search', { query: { q: sought }, signal, quiet: true })).data,
  });
  const pages = groups.flatMap((group) =>
    group.items.map(
      (module): Entry => ({
        key: module.id,
        group: 'pages',
        name: module.name,
        kind: group.name ?? '',
        icon: module.icon,
        to: module.route ?? '/',
      }),
    ),
  );
  // A page of one's own, which no right stands for.
  if (mayExport)
    pages.push({
      key: 'exports',
      group: 'pages',
      name: t('exports.title'),
      kind: '',
      icon: 'download',
      to: '/exports',
    });
  const action = (key: string, name: string, rest: Pick<Entry, 'to' | 'run'>): Entry => ({
    key,
    group: 'actions',
    name,
    kind: '',
    icon: 'adjustments-horizontal',
    ...rest,
  });
  const actions: Entry[] = [
    action('skin', t('palette.skin'), { run: () => setSkin(skin === 'light' ? 'dark' : 'light') }),
    action('direction', t('palette.direction'), { run: () => setDirection(direction === 'ltr' ? 'rtl' : 'ltr') }),
    action('layout', t('palette.layout'), {
      run: () => setLayout({ ...layout, kind: layout.kind === 'vertical' ? 'horizontal' : 'vertical' }),
    }),
    action('density', t('palette.density'), {
      run: () => setDensity(density === 'compact' ? 'normal' : 'compact'),
    }),
  ];
  const here = offers.map((offer): Entry => ({ ...action(offer.key, offer.name, { run: offer.run }), group: 'here' }));
  const fits = (entry: Entry) =>
    words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => entry.name.toLowerCase().includes(word));
  const records: Entry[] =
    // What was found for other words is not what Enter may open.
    words.trim().length < 2 || words.trim() !== sought || isPlaceholderData
      ? []
      : (data ?? []).map((row) => ({
          key: row.id,
          group: 'records',
          name: row.title,
          kind: row.moduleName,
          icon: groups.flatMap((group) => group.items).find((one) => one.key === row.module)?.icon ?? 'point',
          to: `/${row.module}/${row.id}`,
        }));
  const last: Entry[] = words.trim()
    ? []
    : recent.map((one) => ({
        key: one.to,
        group: 'recent',
        name: one.title,
        kind: one.kind,
        icon: 'history',
        to: one.to,
      }));
  return {
    entries: [...here.filter(fits), ...last, ...pages.filter(fits), ...records, ...actions.filter(fits)],
    searching: (isFetching || words.trim() !== sought) && words.trim().length >= 2,
  };
}
