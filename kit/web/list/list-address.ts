import { useNavigate, useSearch } from '@tanstack/react-router';

/** What a list is to show, as the address of its page says it: filters by their names, and which page. */
export interface ListAddress<Name extends string = string> {
  /** Those that are set. */
  filters: Partial<Record<Name, string>>;
  isFiltered: boolean;
  page: number;
  size: number;
  /** The page as calls take it. */
  rows: { skip: number; take: number };
  /** Changes the address. Another filter begins at the first page; an empty one is taken away. */
  ask: (change: { [Key in Name | 'page']?: string | undefined }) => void;
  toPage: (page: number) => void;
  /** Takes all filters away; the order stays. */
  clear: () => void;
  /** What a field of a filter shows, and what it changes. */
  field: (name: Name) => { value: string; onChange: (value: string) => void };
}

/** Reads the filters `names` and the page from the address. What else stands in the address stays. */
export function useListAddress<Name extends string>(names: readonly Name[], size = 25): ListAddress<Name> {
  const navigate = useNavigate();
  const address = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>;
  const set = names.flatMap((name) => (address[name] ? [[name, address[name]]] : []));
  const filters = Object.fromEntries(set) as Partial<Record<Name, string>>;
  const page = Math.max(1, Math.floor(Number(address['page'])) || 1);
  const ask = (change: { [Key in Name | 'page']?: string | undefined }) =>
    void navigate({ to: '.', search: { ...address, page: undefined, ...change } as never, replace: true });
  return {
    filters,
    isFiltered: set.length > 0,
    page,
    size,
    rows: { skip: (page - 1) * size, take: size },
    ask,
    clear: () =>
      ask(Object.fromEntries(names.flatMap((name) => (name === 'sort' ? [] : [[name, undefined]]))) as never),
    toPage: (next) => ask({ page: String(next) } as never),
    field: (name) => ({
      value: filters[name] ?? '',
      onChange: (value) => ask({ [name]: value || undefined } as never),
    }),
  };
}
