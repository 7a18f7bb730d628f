import { useId, useState } from 'react';
import { isDay } from '#kit/contract/ids-and-days.ts';
import { type AnyField, isRange } from '#kit/contract/fields.ts';
import { DateInput } from '../../ui/date/date-input.tsx';
import { useT } from '../../i18n.ts';
import { useNames, useOptions } from '../data.ts';
import type { ViewControl } from '../list/view.ts';

export interface EditorProps {
  name: string;
  field: AnyField;
  control: ViewControl;
}

/** What a list is narrowed by, chosen or typed; every change acts at once. */
export function FilterEditor({ name, field, control }: EditorProps) {
  const t = useT();
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
    const words = field.words ?? [t('catalogue.yes'), t('catalogue.no')];
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
  const isDate = field.kind === 'date' || field.kind === 'time';
  const set = (end: string, value: string) => control.filter({ [`${name}${end}`]: value || undefined });
  return (
    <div className="row" style={{ padding: 6, alignItems: 'flex-end' }}>
      {(['From', 'To'] as const).map((end) => (
        <div className="fld" key={end} style={{ flex: 1 }}>
          <label htmlFor={`${id}${end}`}>{t(end === 'From' ? 'catalogue.from' : 'catalogue.to')}</label>
          {isDate ? (
            <DateInput
              id={`${id}${end}`}
              inPopover
              value={control.view.filters[`${name}${end}`] ?? ''}
              onChange={(day) => (day === '' || isDay(day)) && set(end, day)}
            />
          ) : (
            <input
              id={`${id}${end}`}
              className="inp"
              type="number"
              defaultValue={control.view.filters[`${name}${end}`] ?? ''}
              onChange={(event) => set(end, event.currentTarget.value)}
            />
          )}
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
