import { Modal } from '@mantine/core';
import { useState } from 'react';
import { type AnyCatalogue, type AnyRow, refName } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { useT } from '../../i18n.ts';
import { Value } from '../cells.tsx';
import { useNames } from '../data.ts';
import { differing, type FormValues, startValues, toInput } from './form-values.ts';

interface Props {
  definition: AnyCatalogue;
  theirs: AnyRow;
  mine: FormValues;
  onClose: () => void;
  onChoose: (values: FormValues) => void;
}

/** Somebody saved in between: both versions of every field that differs, side by side, to choose from. */
export function Conflict({ definition, theirs, mine, onClose, onChoose }: Props) {
  const t = useT();
  const names = differing(definition, theirs, mine);
  const [choice, setChoice] = useState<Record<string, 'mine' | 'theirs'>>(
    Object.fromEntries(names.map((name) => [name, 'mine'])),
  );
  const apply = () => {
    const taken = startValues(definition, theirs, {});
    const kept = names.filter((name) => choice[name] === 'mine').map((name) => [name, mine[name]]);
    onChoose({ ...mine, ...taken, ...Object.fromEntries(kept) });
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
            {names.map((name) => {
              const field: AnyField = definition.fields[name];
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
                          <Value field={field} name={name} row={theirs} full />
                        ) : (
                          <Mine field={field} name={name} mine={mine} theirs={theirs} />
                        )}
                      </label>
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
        <div className="row wrap">
          <button type="button" className="btn p" onClick={apply}>
            {t('conflict.apply')}
          </button>
          <button
            type="button"
            className="btn d"
            onClick={() => setChoice(Object.fromEntries(names.map((name) => [name, 'mine'])))}
          >
            {t('conflict.allMine')}
          </button>
          <button
            type="button"
            className="btn d"
            onClick={() => setChoice(Object.fromEntries(names.map((name) => [name, 'theirs'])))}
          >
            {t('conflict.allTheirs')}
          </button>
        </div>
      </div>
    </Modal>
  );
}

function Mine({ field, name, mine, theirs }: { field: AnyField; name: string; mine: FormValues; theirs: AnyRow }) {
  const value = toInput(field, mine[name]);
  const found = useNames(field.kind === 'ref' ? field.to : '', field.kind === 'ref' && value ? [String(value)] : []);
  const row = { ...theirs, [name]: value } as AnyRow;
  if (field.kind === 'ref')
    (row as Record<string, unknown>)[refName(name)] = value
      ? { id: value, label: found.data?.[0] ?? '…', status: 1 }
      : null;
  return <Value field={field} name={name} row={row} full />;
}
