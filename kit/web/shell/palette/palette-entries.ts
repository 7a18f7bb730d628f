import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '../../api.ts';
import { constants } from '../../constants.ts';
import { useMayExport } from '../../exports.ts';
import { useT } from '../../i18n.ts';
import type { Offer } from '../../offers.ts';
import { useKept } from '../../storage/store.ts';
import { usePages } from '../menu/menu.tsx';
import type { Entry } from './entry.ts';
import { type FrameActions, useActions } from './palette-actions.ts';

interface Found {
  id: string;
  module: string;
  moduleName: string;
  title: string;
  match: { label: string; value: string | null } | null;
}

/** Everything the palette offers for some words: pages and actions at once, records as the server finds them. `offers` is what can be done with what is on screen. */
export function useEntries(
  words: string,
  open: boolean,
  offers: readonly Offer[],
  frame: FrameActions,
): { entries: Entry[]; searching: boolean } {
  const t = useT();
  const permitted = usePages();
  const mayExport = useMayExport();
  const [recent] = useKept('recent');
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
  const pages = permitted.map(
    ({ module, group }): Entry => ({
      key: module.id,
      group: 'pages',
      name: module.name,
      kind: group,
      icon: module.icon,
      to: module.route ?? '/',
    }),
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
  const actions = useActions(words, frame);
  const here = offers.map(({ key, name, run }): Entry => {
    return { key, group: 'here', name, kind: '', icon: 'adjustments-horizontal', run };
  });
  // What this page offers as well stands there.
  const elsewhere = actions.filter(({ name }) => !here.some((one) => one.name === name));
  const fits = (entry: Entry) =>
    words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => `${entry.name} ${entry.words ?? ''}`.toLowerCase().includes(word));
  const records: Entry[] =
    // What was found for other words is not what Enter may open.
    words.trim().length < 2 || words.trim() !== sought || isPlaceholderData
      ? []
      : (data ?? []).map((row) => ({
          key: row.id,
          group: 'records',
          name: row.title,
          ...(row.match ? { detail: `${row.match.label} ${row.match.value ?? ''}` } : {}),
          kind: row.moduleName,
          icon: permitted.find((one) => one.module.key === row.module)?.module.icon ?? 'point',
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
    entries: [...here.filter(fits), ...last, ...pages.filter(fits), ...records, ...elsewhere.filter(fits)],
    searching: (isFetching || words.trim() !== sought) && words.trim().length >= 2,
  };
}
