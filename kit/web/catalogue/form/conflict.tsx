import { type AnyCatalogue, type AnyRow, refName } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { useT } from '../../i18n.ts';
import { authorOf } from '../../live/authors.ts';
import { ConflictDialog } from '../../live/conflict-dialog.tsx';
import { Value } from '../cells.tsx';
import { useNames } from '../data.ts';
import { type FormValues, startValues, toInput } from './form-values.ts';
import type { FormConflict } from './use-conflict.ts';

interface Props {
  definition: AnyCatalogue;
  conflict: FormConflict;
  onClose: () => void;
  onChoose: (values: FormValues) => void;
}

/** Fields of a record that somebody else changed as well, each to another value. */
export function Conflict({ definition, conflict, onClose, onChoose }: Props) {
  const t = useT();
  const { asked, taken, theirs, values, entries } = conflict;
  return (
    <ConflictDialog
      rows={asked.map((name) => {
        const field: AnyField = definition.fields[name];
        return {
          key: name,
          label: field.label,
          mine: <Mine field={field} name={name} mine={values} theirs={theirs} />,
          theirs: <Value field={field} name={name} row={theirs} full />,
          author: authorOf(entries, name) ?? { name: t('conflict.someone'), at: theirs.updatedAt },
        };
      })}
      taken={taken.map((name) => definition.fields[name].label)}
      onClose={onClose}
      onChoose={(chosen) => {
        const newest = startValues(definition, theirs, {});
        onChoose({ ...values, ...Object.fromEntries([...chosen].map((name) => [name, newest[name]])) });
      }}
    />
  );
}

function Mine({ field, name, mine, theirs }: { field: AnyField; name: string; mine: FormValues; theirs: AnyRow }) {
  const t = useT();
  const file = field.kind === 'file' ? (mine[name] as File | null) : undefined;
  const value = field.kind === 'file' ? null : toInput(field, mine[name]);
  const found = useNames(field.kind === 'ref' ? field.to : '', field.kind === 'ref' && value ? [String(value)] : []);
  if (field.kind === 'file') return <bdi>{file ? file.name : t('conflict.removed')}</bdi>;
  const row = { ...theirs, [name]: value } as AnyRow;
  if (field.kind === 'ref')
    (row as Record<string, unknown>)[refName(name)] = value
      ? { id: value, label: found.data?.[0] ?? '…', status: 1 }
      : null;
  return <Value field={field} name={name} row={row} full />;
}
