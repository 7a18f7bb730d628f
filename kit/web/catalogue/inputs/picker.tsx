import { Combobox, useCombobox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useT } from '../../i18n.ts';

export interface PickerOption {
  value: string;
  label: string;
}
interface Props {
  id: string;
  /** Name of the list for screen readers. */
  label: string;
  chosen: string;
  /** What is written for the chosen value. */
  shown: string;
  options: readonly PickerOption[];
  /** True once options are known: only then may the list say that nothing matches. */
  loaded: boolean;
  error: string | undefined;
  first: boolean;
  optional: boolean;
  required: boolean;
  /** What was typed so far; empty when the list closes. */
  onWords: (words: string) => void;
  onOpen?: (open: boolean) => void;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** Offers further options: their number, and the way to them. */
  more?: { count: number; onMore: () => void };
  onCreate?: (name: string) => void;
}

/** One of many, found by typing: a combobox whose list opens on click, key or typing. */
export function Picker(props: Props) {
  const { id, label, chosen, shown, options, error, onChange, onWords, more, onCreate } = props;
  const t = useT();
  const [words, setWords] = useState<string>();
  const combobox = useCombobox({
    onDropdownOpen: () => props.onOpen?.(true),
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      props.onOpen?.(false);
    },
  });
  const type = (text: string | undefined) => {
    setWords(text);
    onWords(text ?? '');
  };
  const close = () => {
    combobox.closeDropdown();
    type(undefined);
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(option) => {
        if (option === '+more') return more?.onMore();
        if (option === '+create') onCreate?.(words ?? '');
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
          aria-required={props.required || undefined}
          id={id}
          className="inp picker"
          autoComplete="off"
          data-autofocus={props.first || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          placeholder={t('catalogue.pick')}
          value={words ?? shown}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            close();
            props.onBlur();
          }}
          onChange={(event) => {
            type(event.currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label} mah={320} style={{ overflowY: 'auto' }}>
          {props.optional && chosen ? <Combobox.Option value="-none">{t('catalogue.none')}</Combobox.Option> : null}
          {options.map((option) => (
            <Combobox.Option key={option.value} value={option.value} active={option.value === chosen}>
              <bdi className="grow cut">{option.label}</bdi>
            </Combobox.Option>
          ))}
          {more ? (
            <Combobox.Option value="+more">
              {t('catalogue.more', { shown: options.length, count: more.count })}
            </Combobox.Option>
          ) : null}
          {props.loaded && options.length === 0 ? <Combobox.Empty>{t('catalogue.noOption')}</Combobox.Empty> : null}
          {onCreate && words ? (
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
