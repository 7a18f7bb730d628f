import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '../../api.ts';
import { constants } from '../../constants.ts';
import { said, useT } from '../../i18n.ts';
import { usePages } from '../menu/menu.tsx';
import type { Entry } from './entry.ts';
import { titleText } from '../../catalogue/spoken.ts';

interface Found {
  id: string;
  module: string;
  moduleName: string;
  title: string;
  to: string;
  match: { label: string; value: string | null } | null;
  alike: boolean;
  more: boolean;
}

/** What is searched for on the server; a longer text is an address that was pasted. */
const isSought = (words: string) => words.length >= 2 && words.length <= 100;

/** Records as the server finds them, those of one list together, with the way to the list where it has more. */
export function useFound(words: string): { records: Entry[]; isSearching: boolean } {
  const t = useT();
  const pages = usePages();
  const [sought, setSought] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSought(words.trim()), constants.searchDelayMs);
    return () => clearTimeout(timer);
  }, [words]);
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['search', sought],
    enabled: isSought(sought),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.get<Answer<Found[]>>('/search', { query: { q: sought }, signal, quiet: true })).data,
  });
  const isSearching = (isFetching || words.trim() !== sought) && isSought(words.trim());
  // What was found for other words is not what Enter may open.
  if (!isSought(words.trim()) || words.trim() !== sought || isPlaceholderData) return { records: [], isSearching };
  const rows = data ?? [];
  const records = rows.flatMap((row, at): Entry[] => {
    const page = pages.find(({ module }) => module.key === row.module)?.module;
    const many = page?.name ?? said(row.moduleName);
    const heading = row.alike ? t('palette.alike', { many }) : many;
    const icon = page?.icon ?? 'point';
    const entry: Entry = {
      key: row.id,
      group: 'records',
      heading,
      name: titleText(row.module, row.title),
      ...(row.alike ? { alike: true as const } : {}),
      ...(row.match ? { detail: `${said(row.match.label)} ${row.match.value ?? ''}` } : {}),
      kind: '',
      icon,
      to: row.to,
    };
    const next = rows[at + 1];
    const isLast = next?.module !== row.module || next.alike !== row.alike;
    if (!isLast || !row.more) return [entry];
    const all = t('palette.inList', { many });
    return [
      entry,
      {
        key: `in ${row.module}`,
        group: 'records',
        heading,
        name: all,
        kind: '',
        icon,
        to: page?.route ?? `/${row.module}`,
        search: { q: sought },
      },
    ];
  });
  return { records, isSearching };
}
