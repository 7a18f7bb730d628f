import { Combobox, useCombobox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { AnyField, RefField } from '#kit/contract/fields.ts';
import { constants } from '../constants.ts';
import { useT } from '../i18n.ts';
import { useCan } from '../rights.ts';
import { useNames, useOptions } from './data.ts';
import type { InputProps } from './input-props.ts';

/** Picks a row of another catalogue: searched on the server, five first, and a new one may be made on the way. */
export function RefInput({
  id,
  field,
  value,
  error,
  onChange,
  onBlur,
  first,
  current,
  onCreate,
}: InputProps & { field: RefField & AnyField }) {
  const t = useT();
  const can = useCan();
  const chosen = String(value ?? '');
  const [words, setWords] = useState<string>();
  const [sought, setSought] = useState('');
  const [take, setTake] = useState<number>(constants.pickerTake);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { data } = useOptions(field.to, sought, take, combobox.dropdownOpened);
  const names = useNames(field.to, chosen && chosen !== current?.id ? [chosen] : []);
  const label = chosen === '' ? '' : chosen === current?.id ? current.label : (names.data?.[0] ?? '');
  const options = data?.data ?? [];
  useEffect(() => {
    const timer = setTimeout(() => {
      setSought(words ?? '');
      setTake(constants.pickerTake);
    }, constants.searchDelayMs);
    return () => clearTimeout(timer);
  }, [words]);
  const close = () => {
    combobox.closeDropdown();
    setWords(undefined);
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(option) => {
        if (option === '+more') return setTake(take + 20);
        if (option === '+create') onCreate?.(field.to, words ?? '');
        else onChange(option === '-none' ? '' : option);
        close();
      }}
      transitionProps={{ duration: 90 }}
    >
      <Combobox.Target withExpandedAttribute>
        <input
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={combobox.dropdownOpened}
          aria-controls={combobox.listId ?? undefined}
          id={id}
          className="inp"
          autoComplete="off"
          data-autofocus={first || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          placeholder={t('catalogue.pick')}
          value={words ?? label}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            close();
            onBlur();
          }}
          onChange={(event) => {
            setWords(event.currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={field.label} mah={320} style={{ overflowY: 'auto' }}>
          {field.optional && chosen ? <Combobox.Option value="-none">{t('catalogue.none')}</Combobox.Option> : null}
          {options.map((option) => (
            <Combobox.Option key={option.id} value={option.id} active={option.id === chosen}>
              <bdi className="grow cut">{option.label}</bdi>
            </Combobox.Option>
          ))}
          {data && data.count > options.length ? (
            <Combobox.Option value="+more">
              {t('catalogue.more', { shown: options.length, count: data.count })}
            </Combobox.Option>
          ) : null}
          {data && options.length === 0 ? <Combobox.Empty>{t('catalogue.noOption')}</Combobox.Empty> : null}
          {onCreate && can(field.to, 'create') && words ? (
            <Combobox.Option value="+create">
              <IconPlus className="i s" aria-hidden="true" />
              {t('catalogue.createNamed', { name: words })}
            </Combobox.Option>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
