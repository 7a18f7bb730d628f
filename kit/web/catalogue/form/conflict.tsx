import { Modal } from '@mantine/core';
import { useState } from 'react';
import { type AnyCatalogue, type AnyRow, refName } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { formatTime, useT } from '../../i18n.ts';
import { Value } from '../cells.tsx';
import { useNames } from '../data.ts';
import { type FormValues, startValues, toInput } from './form-values.ts';
import { authorOf } from './merge.ts';
import { type FormConflict, labelsOf } from './use-conflict.ts';

interface Props {
  definition: AnyCatalogue;
  conflict: FormConflict;
  onClose: () => void;
  onChoose: (values: FormValues) => void;
}
type Side = 'mine' | 'theirs';

/** Fields that somebody else changed as well, each to another value: both side by side, and neither chosen beforehand. */
export function Conflict({ definition, conflict, onClose, onChoose }: Props) {
  const t = useT();
  const { asked, taken, theirs, values, entries } = conflict;
  const [choice, setChoice] = useState<Record<string, Side>>({});
  const all = (side: Side) => setChoice(Object.fromEntries(asked.map((name) => [name, side])));
  const apply = () => {
    const newest = startValues(definition, theirs, {});
    const chosen = asked.filter((name) => choice[name] === 'theirs').map((name) => [name, newest[name]]);
    onChoose({ ...values, ...Object.fromEntries(chosen) });
  };
  return (
    <Modal opened onClose={onClose} size={680} title={t('conflict.title')} zIndex={400}>
      <div className="col" style={{ gap: 16 }}>
        <p className="t2">{t('conflict.text')}</p>
        <table className="conflict">
          <thead>
            <tr>
              <th scope="col">{t('conflict.field')}</th>
              <th scope="col">{t('conflict.mine')}</th>
              <th scope="col">{t('conflict.theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {asked.map((name) => {
              const field: AnyField = definition.fields[name];
              const author = authorOf(entries, name);
              return (
                <tr key={name}>
                  <th scope="row">{field.label}</th>
                  {(['mine', 'theirs'] as const).map((side) => (
                    <td key={side}>
                      <label>
                        <input
                          type="radio"
                          name={`conflict-${name}`}
                          checked={choice[name] === side}
                          onChange={() => setChoice({ ...choice, [name]: side })}
                        />
                        {side === 'theirs' ? (
                          <span>
                            <Value field={field} name={name} row={theirs} full />
                            <bdi className="t3 sm" style={{ display: 'block' }}>
                              {t('conflict.by', {
                                name: author?.name ?? t('conflict.someone'),
                                when: formatTime(author?.at ?? theirs.updatedAt),
                              })}
                            </bdi>
                          </span>
                        ) : (
                          <Mine field={field} name={name} mine={values} theirs={theirs} />
                        )}
                      </label>
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
        {taken.length > 0 ? (
          <p className="t2 sm">
            <bdi>{t('conflict.taken', { fields: labelsOf(definition, taken) })}</bdi>
          </p>
        ) : null}
        <div className="row wrap">
          <button
            type="button"
            className="btn p"
            disabled={asked.some((name) => choice[name] === undefined)}
            onClick={apply}
          >
            {t('conflict.apply')}
          </button>
          <button type="button" className="btn d" onClick={() => all('mine')}>
            {t('conflict.allMine')}
          </button>
          <button type="button" className="btn d" onClick={() => all('theirs')}>
            {t('conflict.allTheirs')}
          </button>
        </div>
      </div>
    </Modal>
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
