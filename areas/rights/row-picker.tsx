import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ListAnswer } from '#kit/contract/answers.ts';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { api } from '#kit/web/api.ts';
import { useNames } from '#kit/web/catalogue/data.ts';
import { Picker } from '#kit/web/catalogue/inputs/picker.tsx';
import { constants } from '#kit/web/constants.ts';
import { useT } from '#kit/web/i18n.ts';
import { titleText } from '#kit/web/catalogue/spoken.ts';

/** Picks a record of a catalogue, active or not, searched for on the server. */
export function RowPicker({
  id,
  label,
  path,
  value,
  optional = false,
  onChange,
}: {
  id: string;
  label: string;
  path: string;
  value: string;
  optional?: boolean;
  onChange: (id: string, label: string) => void;
}) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const [sought, setSought] = useState('');
  const [take, setTake] = useState<number>(constants.pickerTake);
  useEffect(() => {
    const timer = setTimeout(() => setSought(words), constants.searchDelayMs);
    return () => clearTimeout(timer);
  }, [words]);
  const { data } = useQuery({
    queryKey: [path, 'picker', sought, take],
    enabled: open,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get<ListAnswer<AnyRow>>(`/${path}`, {
        query: { take, ...(sought ? { q: sought } : {}) },
        signal,
        quiet: true,
      }),
  });
  const names = useNames(path, value ? [value] : []);
  const options = (data?.data ?? []).map((row) => ({
    value: row.id,
    label:
      row.status === 1
        ? titleText(path, row.title)
        : `${titleText(path, row.title)} (${t('catalogue.inactive').toLowerCase()})`,
  }));
  return (
    <Picker
      id={id}
      label={label}
      chosen={value}
      shown={value ? (names.data?.[0] ?? '') : ''}
      options={options}
      loaded={data !== undefined}
      error={undefined}
      first={false}
      optional={optional}
      required={!optional}
      onWords={setWords}
      onOpen={setOpen}
      onChange={(chosen) => onChange(chosen, data?.data.find((row) => row.id === chosen)?.title ?? '')}
      onBlur={() => undefined}
      {...(data && data.count > options.length
        ? { more: { count: data.count, onMore: () => setTake(Math.min(100, take + 20)) } }
        : {})}
    />
  );
}
