import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type AnyCatalogue, type AnyRow, refName } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { ApiError, api } from '../api.ts';
import { useT } from '../i18n.ts';
import type { Draws } from '../lazy.ts';
import { invalidate } from '../queries.ts';
import { Failure } from '../shell/failure.tsx';
import { MoveButtons } from '../ui/move-buttons.tsx';
import { useAllRows } from './data.ts';
import { titleText } from './spoken.ts';

/**
 * The order of a catalogue with a `position`, moved by buttons: within each record that a required reference names, or
 * over all. `children` draws more of a row below its name.
 */
export function CatalogueArrange({ definition, children }: { definition: AnyCatalogue; children?: Draws<AnyRow> }) {
  const t = useT();
  const { data, error, refetch } = useAllRows(definition, { sort: 'position' });
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const group = Object.entries<AnyField>(definition.fields).find(
    ([, field]) => field.kind === 'ref' && !field.optional,
  )?.[0];
  // Groups stand in the order of the records they are named after.
  const field: AnyField | undefined = group ? definition.fields[group] : undefined;
  const parents = useAllRows({ path: field?.kind === 'ref' ? field.to : definition.path }, { sort: 'position' });
  const nameOf = (name: string) => (field?.kind === 'ref' ? titleText(field.to, name) : name);
  const groups = new Map<string, AnyRow[]>(group ? parents.data?.map((row) => [row.title, []]) : []);
  for (const row of (group ? parents.data && data : data) ?? []) {
    const name = group ? ((row[refName(group)] as { label: string } | null)?.label ?? '') : '';
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  const move = async (rows: readonly AnyRow[], index: number, by: -1 | 1) => {
    const ids = rows.map((row) => row.id);
    const [id] = ids.splice(index, 1);
    ids.splice(index + by, 0, id as string);
    setBusy(true);
    try {
      await api.post(`/${definition.path}/order`, { body: { ids } });
      await invalidate(definition.path);
      setSaid(
        t('arrange.moved', {
          title: titleText(definition.path, rows[index]?.title ?? ''),
          at: index + by + 1,
          count: rows.length,
        }),
      );
      // The button moved with its row; the keyboard goes on from it.
      requestAnimationFrame(() => document.getElementById(`${id}${by}`)?.focus());
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
    } finally {
      setBusy(false);
    }
  };
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <div className="col" style={{ gap: 16 }}>
      <p className="t2">{t('arrange.text')}</p>
      <p className="sr" role="status">
        {said}
      </p>
      {[...groups]
        .filter(([, rows]) => rows.length > 0)
        .map(([name, rows]) => (
          <section key={name} className="sheet" aria-label={nameOf(name) || definition.many}>
            {name ? <h2 className="h2 sec">{nameOf(name)}</h2> : null}
            <ol className="arrange">
              {rows.map((row, index) => (
                <li key={row.id}>
                  <span className="t3 at">{index + 1}</span>
                  <div className="grow">
                    <Link to={`/${definition.path}/${row.id}`} className="mid">
                      <bdi>{titleText(definition.path, row.title)}</bdi>
                    </Link>
                    {row.status === 0 ? <span className="st off sm"> {t('catalogue.inactive')}</span> : null}
                    {children?.(row)}
                  </div>
                  <MoveButtons
                    id={row.id}
                    title={titleText(definition.path, row.title)}
                    isOff={(by) => busy || index + by < 0 || index + by >= rows.length}
                    onMove={(by) => void move(rows, index, by)}
                  />
                </li>
              ))}
            </ol>
          </section>
        ))}
    </div>
  );
}
