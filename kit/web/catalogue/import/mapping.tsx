import { useId, useState } from 'react';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { type AnyField, isOpaque } from '#kit/contract/fields.ts';
import type { ImportMode, ImportRow } from '#kit/contract/import.ts';
import { formatNumber, useT } from '../../i18n.ts';
import { useCan } from '../../rights.ts';
import { useKept } from '../../storage/store.ts';
import { Segments, Switch } from '../../ui/parts.tsx';
import { SideScroll } from '../../list/side-scroll.tsx';
import type { Plan, ReadSheet } from './sheet.ts';

interface Props {
  definition: AnyCatalogue;
  sheet: ReadSheet;
  plan: Plan;
  onPlan: (plan: Plan) => void;
  onBack: () => void;
  onRows: (rows: ImportRow[]) => void;
}

/**
 * The field of each heading to begin with.
 * @param last what was chosen the last time, '' for a column that was left out.
 */
function firstMapping(
  sheet: ReadSheet,
  last: Readonly<Record<string, string>>,
  known: ReadonlySet<string>,
): Record<string, string> {
  // What was chosen the last time for the same heading goes before what the server thinks.
  const chosen: Record<string, string> = {};
  for (const heading of sheet.headings) {
    // An empty one was left out on purpose.
    const field = last[heading] ?? sheet.mapping[heading];
    if (field && known.has(field) && !Object.values(chosen).includes(field)) chosen[heading] = field;
  }
  return chosen;
}

/** The lines of the sheet with something in them, by fields. @param withIds ids are read where rows meet records. */
const rowsOf = (sheet: ReadSheet, mapping: Readonly<Record<string, string>>, withIds: boolean): ImportRow[] =>
  sheet.rows.flatMap((cells, at) =>
    cells.every((cell) => cell.trim() === '')
      ? []
      : [
          {
            line: sheet.lines[at] ?? at + 2,
            cells: Object.fromEntries(
              sheet.headings.flatMap((heading, column) => {
                const field = mapping[heading];
                return field && (field !== 'id' || withIds) ? [[field, cells[column] ?? '']] : [];
              }),
            ),
          },
        ],
  );

/** Which column is which field, what the rows are meant for, and how they meet the records that are there. */
export function Mapping({ definition, sheet, plan, onPlan, onBack, onRows }: Props) {
  const t = useT();
  const can = useCan();
  const id = useId();
  const [kept, setKept] = useKept('importMappings');
  const fields = Object.entries<AnyField>(definition.fields).filter(
    ([, field]) => field.kind !== 'file' && !isOpaque(field),
  );
  const [mapping, setMapping] = useState(() =>
    firstMapping(sheet, kept[definition.path] ?? {}, new Set([...fields.map(([name]) => name), 'id', 'status'])),
  );
  const mapped = new Set(Object.values(mapping));
  const missing = fields.filter(([name, field]) => !field.optional && !mapped.has(name));
  const keys = sheet.keys.filter((key) => key.every((name) => mapped.has(name)));
  const needsKey = plan.mode !== 'create';
  const key = keys.some((one) => one.join() === plan.key.join()) ? plan.key : keys[0];
  const labelOf = (name: string) =>
    name === 'id' ? t('import.id') : name === 'status' ? t('catalogue.status') : definition.fields[name].label;
  const go = () => {
    const all = Object.fromEntries(sheet.headings.filter(Boolean).map((heading) => [heading, mapping[heading] ?? '']));
    setKept({ ...kept, [definition.path]: { ...kept[definition.path], ...all } });
    onPlan({ ...plan, key: needsKey ? (key ?? ['id']) : ['id'] });
    onRows(rowsOf(sheet, mapping, needsKey));
  };
  const modes: ImportMode[] = can(definition.path, 'edit') ? ['create', 'update', 'upsert'] : ['create'];
  return (
    <section className="sheet sec col gap-18">
      <p className="t2">
        <bdi className="mid">{sheet.name}</bdi>:{' '}
        {t('import.read', { rows: formatNumber(sheet.rows.length), read: sheet.read })}
      </p>
      <div className="row wrap" style={{ gap: 24, alignItems: 'flex-end' }}>
        <Segments
          label={t('import.mode')}
          name="mode"
          value={plan.mode}
          options={modes.map((mode) => ({ value: mode, label: t(`import.modes.${mode}`) }))}
          onChange={(mode) => onPlan({ ...plan, mode })}
        />
        {needsKey && keys.length > 0 ? (
          <div className="fld">
            <label htmlFor={`${id}-key`}>{t('import.key')}</label>
            <select
              id={`${id}-key`}
              className="inp"
              value={key?.join() ?? ''}
              onChange={(event) => onPlan({ ...plan, key: event.currentTarget.value.split(',') })}
            >
              {keys.map((one) => (
                <option key={one.join()} value={one.join()}>
                  {one.map(labelOf).join(' + ')}
                </option>
              ))}
            </select>
          </div>
        ) : null}
        <Switch
          on={plan.partial}
          label={t('import.partial')}
          onToggle={() => onPlan({ ...plan, partial: !plan.partial })}
        />
      </div>
      <ColumnTable
        sheet={sheet}
        mapping={mapping}
        options={[...fields.map(([name]) => name), 'id', 'status'].map((name) => ({ name, label: labelOf(name) }))}
        onChange={setMapping}
      />
      {plan.mode !== 'update' && missing.length > 0 ? (
        <p className="alert due">
          {t('import.missing', { names: missing.map(([, field]) => field.label).join(', ') })}
        </p>
      ) : null}
      {needsKey && keys.length === 0 ? (
        <p className="alert bad" role="alert">
          {t('import.noKey', { keys: sheet.keys.map((one) => one.map(labelOf).join(' + ')).join(', ') })}
        </p>
      ) : null}
      <div className="row">
        <button
          type="button"
          className="btn p"
          disabled={mapped.size === 0 || (needsKey && keys.length === 0)}
          onClick={go}
        >
          {t('import.toReview')}
        </button>
        <button type="button" className="btn d" onClick={onBack}>
          {t('import.otherFile')}
        </button>
      </div>
    </section>
  );
}

/** The columns of the file, each with an example and its field. */
function ColumnTable(props: {
  sheet: ReadSheet;
  mapping: Readonly<Record<string, string>>;
  options: readonly { name: string; label: string }[];
  onChange: (mapping: Record<string, string>) => void;
}) {
  const { sheet, mapping, options, onChange } = props;
  const t = useT();
  return (
    <SideScroll>
      <table className="tbl plain map">
        <thead>
          <tr>
            <th scope="col">{t('import.column')}</th>
            <th scope="col">{t('import.example')}</th>
            <th scope="col">{t('import.field')}</th>
          </tr>
        </thead>
        <tbody>
          {sheet.headings.map((heading, column) => (
            <tr key={`${heading}-${column}`}>
              <td className="mid">
                <bdi>{heading || '–'}</bdi>
              </td>
              <td className="t2">
                <bdi>{sheet.rows.find((row) => row[column]?.trim())?.[column]?.slice(0, 60) ?? '–'}</bdi>
              </td>
              <td>
                <select
                  className="inp"
                  aria-label={t('import.fieldOf', { heading })}
                  value={mapping[heading] ?? ''}
                  disabled={heading === ''}
                  onChange={(event) => {
                    const field = event.currentTarget.value;
                    const rest = Object.fromEntries(
                      Object.entries(mapping).filter(([one, other]) => one !== heading && other !== field),
                    );
                    onChange(field ? { ...rest, [heading]: field } : rest);
                  }}
                >
                  <option value="">{t('import.skip')}</option>
                  {options.map(({ name, label }) => (
                    <option key={name} value={name}>
                      {label}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </SideScroll>
  );
}
