import { useEffect, useState } from 'react';
import type { AnyField, RefField } from '#kit/contract/fields.ts';
import { constants } from '../../constants.ts';
import { useCan } from '../../rights.ts';
import { useNames, useOptions } from '../data.ts';
import { titleText } from '../spoken.ts';
import type { InputProps } from './input-props.ts';
import { Picker } from './picker.tsx';

/** Picks a row of another catalogue: searched on the server, five first, and a new one may be made on the way. */
export function RefInput(props: InputProps & { field: RefField & AnyField }) {
  const { id, field, value, error, onChange, onBlur, first, current, onCreate } = props;
  const can = useCan();
  const chosen = String(value ?? '');
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const [sought, setSought] = useState('');
  const [take, setTake] = useState<number>(constants.pickerTake);
  const { data } = useOptions(field.to, sought, take, open, props.narrow);
  const names = useNames(field.to, chosen && chosen !== current?.id ? [chosen] : []);
  const shown =
    chosen === '' ? '' : chosen === current?.id ? titleText(field.to, current.label) : (names.data?.[0] ?? '');
  const options = data?.data ?? [];
  useEffect(() => {
    const timer = setTimeout(() => {
      setSought(words);
      setTake(constants.pickerTake);
    }, constants.searchDelayMs);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <Picker
      id={id}
      label={field.label}
      chosen={chosen}
      shown={shown}
      options={options}
      loaded={data !== undefined}
      error={error}
      first={first}
      optional={field.optional === true}
      required={!field.optional}
      onWords={setWords}
      onOpen={setOpen}
      onChange={onChange}
      onBlur={onBlur}
      {...(data && data.count > options.length
        ? { more: { count: data.count, onMore: () => setTake(take + 20) } }
        : {})}
      {...(onCreate && can(field.to, 'create') ? { onCreate } : {})}
    />
  );
}
