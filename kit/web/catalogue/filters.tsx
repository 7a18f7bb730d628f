import { Menu, Popover } from '@mantine/core';
import { IconFilterPlus, IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { type AnyField, isRange } from '#kit/contract/fields.ts';
import { constants } from '../constants.ts';
import { formatDay, useT } from '../i18n.ts';
import { useNames, useOptions } from './data.ts';
import type { ViewControl } from './view.ts';

/** Fields a list can be narrowed by, the status among them. */
const filterable = (definition: AnyCatalogue, statusLabel: string): [string, AnyField][] => [
  ...Object.entries<AnyField>(definition.fields).filter(([, field]) => field.filter),
  ['status', { kind: 'flag', label: statusLabel, words: ['Active', 'Inactive'] }],
];

export function Filters({ definition, control }: { definition: AnyCatalogue; control: ViewControl }) {
  const t = useT();
  const { view } = control;
  const [open, setOpen] = useState<string>();
  const fields = filterable(definition, t('catalogue.status'));
  const isOn = (name: string) => [name, `${name}From`, `${name}To`].some((key) => view.filters[key] !== undefined);
  const shown = fields.filter(([name]) => isOn(name) || open === name);
  const rest = fields.filter(([name]) => !isOn(name) && open !== name);
  return (
    <div className="filters">
      <Search control={control} placeholder={t('catalogue.search')} />
      {shown.map(([name, field]) => (
        <Chip
          key={name}
          name={name}
          field={field}
          control={control}
          opened={open === name}
          onOpen={(opened) => setOpen(opened ? name : undefined)}
        />
      ))}
      {rest.length > 0 ? (
        <Menu position="bottom-start" transitionProps={{ duration: 90 }}>
          <Menu.Target>
            <button type="button" className="btn g">
              <IconFilterPlus className="i s" aria-hidden="true" />
              {t('catalogue.addFilter')}
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map(([name, field]) => (
              // After the menu gave its focus back, the editor opens and takes it.
              <Menu.Item key={name} onClick={() => setTimeout(() => setOpen(name), 120)}>
                {field.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {Object.keys(view.filters).length > 1 ? (
        <button type="button" className="btn g" onClick={control.clear}>
          {t('catalogue.clearFilters')}
        </button>
      ) : null}
    </div>
  );
}

function Search({ control, placeholder }: { control: ViewControl; placeholder: string }) {
  const current = control.view.params['q'] ?? '';
  const [words, setWords] = useState(current);
  const sent = useRef(current);
  useEffect(() => {
    if (current !== sent.current) setWords((sent.current = current));
  }, [current]);
  useEffect(() => {
    if (words === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = words;
      control.filter({ q: words || undefined });
    }, constants.searchDelayMs);
    return () => clearTimeout(timer);
    // The control is new with every render; only new words are sent.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [words]);
  return (
    <span className="search">
      <IconSearch className="i s" aria-hidden="true" />
      <input
        type="search"
        className="inp"
        aria-label={placeholder}
        placeholder={placeholder}
        value={words}
        maxLength={100}
        data-search
        onChange={(event) => setWords(event.currentTarget.value)}
      />
    </span>
  );
}

interface EditorProps {
  name: string;
  field: AnyField;
  control: ViewControl;
}

function Chip({
  name,
  field,
  control,
  opened,
  onOpen,
}: EditorProps & { opened: boolean; onOpen: (open: boolean) => void }) {
  const t = useT();
  const text = useFilterText(name, field, control.view.filters);
  const remove = () => {
    onOpen(false);
    control.filter({ [name]: undefined, [`${name}From`]: undefined, [`${name}To`]: undefined });
  };
  return (
    <span className="chip">
      <Popover
        opened={opened}
        onChange={onOpen}
        position="bottom-start"
        trapFocus
        returnFocus
        width={280}
        transitionProps={{ duration: 90 }}
      >
        <Popover.Target>
          <button type="button" className="chip-text" onClick={() => onOpen(!opened)} aria-expanded={opened}>
            {field.label} <b>{text || t('catalogue.any')}</b>
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={field.label}>
          <Editor name={name} field={field} control={control} />
        </Popover.Dropdown>
      </Popover>
      <button
        type="button"
        className="chip-x"
        aria-label={t('catalogue.removeFilter', { name: field.label })}
        onClick={remove}
      >
        <IconX className="i s" aria-hidden="true" />
      </button>
    </span>
  );
}

function useFilterText(name: string, field: AnyField, filters: Record<string, string>): string {
  const values = (filters[name] ?? '').split(',').filter(Boolean);
  const names = useNames(field.kind === 'ref' ? field.to : '', field.kind === 'ref' ? values : []);
  const few = (texts: readonly string[]) => (texts.length > 1 ? `${texts[0]} +${texts.length - 1}` : (texts[0] ?? ''));
  if (isRange(field)) {
    const shown = (value: string | undefined) =>
      value === undefined ? '…' : field.kind === 'date' ? formatDay(value) : value;
    const [from, to] = [filters[`${name}From`], filters[`${name}To`]];
    return from === undefined && to === undefined ? '' : `${shown(from)} – ${shown(to)}`;
  }
  switch (field.kind) {
    case 'choice':
      return few(values.map((value) => field.choices.find((choice) => choice.value === value)?.label ?? value));
    case 'flag':
      return values.length === 0 ? '' : (field.words ?? ['Yes', 'No'])[/^(1|true)$/.test(values[0] ?? '') ? 0 : 1];
    case 'ref':
      return few(names.data ?? []);
    default:
      return filters[name] ?? '';
  }
}

function Editor({ name, field, control }: EditorProps) {
  const { filters } = control.view;
  const values = (filters[name] ?? '').split(',').filter(Boolean);
  const toggle = (value: string) => {
    const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
    control.filter({ [name]: next.join(',') || undefined });
  };
  if (isRange(field)) return <RangeEditor name={name} field={field} control={control} />;
  if (field.kind === 'choice')
    return <Pick options={field.choices} chosen={values} onToggle={toggle} label={field.label} />;
  if (field.kind === 'ref') return <RefPick path={field.to} chosen={values} onToggle={toggle} label={field.label} />;
  if (field.kind === 'flag') {
    const words = field.words ?? ['Yes', 'No'];
    const [on, off] = name === 'status' ? ['1', '0'] : ['true', 'false'];
    return (
      <Pick
        single
        options={[
          { value: on, label: words[0] },
          { value: off, label: words[1] },
        ]}
        chosen={values}
        onToggle={(value) => control.filter({ [name]: values.includes(value) ? undefined : value })}
        label={field.label}
      />
    );
  }
  return (
    <input
      className="inp"
      aria-label={field.label}
      defaultValue={filters[name] ?? ''}
      onKeyDown={(event) => event.key === 'Enter' && control.filter({ [name]: event.currentTarget.value || undefined })}
      onBlur={(event) => control.filter({ [name]: event.currentTarget.value || undefined })}
    />
  );
}

function RangeEditor({ name, field, control }: EditorProps) {
  const t = useT();
  const id = useId();
  const type = field.kind === 'date' ? 'date' : 'number';
  return (
    <div className="row" style={{ padding: 6, alignItems: 'flex-end' }}>
      {(['From', 'To'] as const).map((end) => (
        <div className="fld" key={end} style={{ flex: 1 }}>
          <label htmlFor={`${id}${end}`}>{t(end === 'From' ? 'catalogue.from' : 'catalogue.to')}</label>
          <input
            id={`${id}${end}`}
            className="inp"
            type={type}
            defaultValue={control.view.filters[`${name}${end}`] ?? ''}
            onChange={(event) => control.filter({ [`${name}${end}`]: event.currentTarget.value || undefined })}
          />
        </div>
      ))}
    </div>
  );
}

interface PickProps {
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onToggle: (value: string) => void;
  label: string;
  single?: boolean;
}
function Pick({ options, chosen, onToggle, label, single }: PickProps) {
  const t = useT();
  const [words, setWords] = useState('');
  const found = options.filter((option) => option.label.toLowerCase().includes(words.toLowerCase()));
  return (
    <div className="col" style={{ gap: 4 }}>
      {options.length > 8 ? (
        <input
          className="inp"
          aria-label={t('catalogue.searchIn', { name: label })}
          placeholder={t('catalogue.search')}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      ) : null}
      <PickList options={found} chosen={chosen} onToggle={onToggle} label={label} single={single ?? false} />
    </div>
  );
}

const PickList = ({ options, chosen, onToggle, label, single = false }: PickProps) => (
  <fieldset className="picks">
    <legend className="sr">{label}</legend>
    {options.map((option) => (
      <label key={option.value} className="check">
        <input
          type={single ? 'radio' : 'checkbox'}
          className="cbx"
          checked={chosen.includes(option.value)}
          onChange={() => onToggle(option.value)}
        />
        <bdi className="cut">{option.label}</bdi>
      </label>
    ))}
  </fieldset>
);

function RefPick({
  path,
  chosen,
  onToggle,
  label,
}: {
  path: string;
  chosen: readonly string[];
  onToggle: (value: string) => void;
  label: string;
}) {
  const t = useT();
  const [words, setWords] = useState('');
  const names = useNames(path, chosen);
  const { data } = useOptions(path, words, 20, true);
  const offered = (data?.data ?? []).filter((option) => !chosen.includes(option.id));
  const options = [
    ...chosen.map((id, at) => ({ value: id, label: names.data?.[at] ?? '…' })),
    ...offered.map(({ id, label: text }) => ({ value: id, label: text })),
  ];
  return (
    <div className="col" style={{ gap: 4 }}>
      <input
        className="inp"
        aria-label={t('catalogue.searchIn', { name: label })}
        placeholder={t('catalogue.search')}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <PickList options={options} chosen={chosen} onToggle={onToggle} label={label} />
    </div>
  );
}
