import { useId, useState } from 'react';
import { states } from '#areas/offices/states.contract.ts';
import type { organisation } from '#areas/people/people.contract.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { useAllRows, useRow } from '#kit/web/catalogue/data.ts';
import { named, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { useKept } from '#kit/web/storage/store.ts';
import { Numbers } from './numbers.tsx';
import { sos, sosKinds } from './safety.contract.ts';

type Row = RowOf<typeof sos>;
const labelOf = (all: readonly { value: string; label: string }[], value: string | null) =>
  all.find((one) => one.value === value)?.label ?? '';
/** Everything that a number may be looked for by. */
const textOf = ({ name, number, kind, state, district, note }: Row) =>
  [name, named(name), number, labelOf(sosKinds, kind), labelOf(states, state), district, note]
    .join(' ')
    .toLocaleLowerCase();

/** Numbers to call: those of all of India and of the reader's own state, and those of any other state on request. */
export function EmergencyNumbers({ words }: { words: string }) {
  const t = useT();
  const id = useId();
  const can = useCan();
  const [user] = useKept('userData');
  const own = can('organisation', 'view') ? (user?.orgId ?? undefined) : undefined;
  const home = useRow<typeof organisation>({ path: 'organisation' }, own);
  const { data, error, refetch } = useAllRows(sos, { status: '1', sort: 'priority' });
  const [chosen, setChosen] = useState<string>();
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data || home.isLoading) return <span className="sk" />;
  const asked = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (asked.length > 0) {
    const found = data.filter((row) => asked.every((word) => textOf(row).includes(word)));
    return found.length > 0 ? (
      <Numbers title={t('sos.help')} rows={found} heading={null} />
    ) : (
      <p className="t2">{t('sos.noMatch')}</p>
    );
  }
  const state = chosen ?? home.data?.state ?? '';
  return (
    <div className="col gap-16">
      <Numbers title={t('sos.national')} rows={data.filter((row) => row.state === null)} heading="h3" />
      <div className="fld" style={{ maxWidth: 320 }}>
        <label htmlFor={id}>{t('sos.state')}</label>
        <select id={id} className="inp" value={state} onChange={(event) => setChosen(event.currentTarget.value)}>
          <option value="">{t('sos.choose')}</option>
          {states.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {state === '' ? null : (
        <Numbers title={labelOf(states, state)} rows={data.filter((row) => row.state === state)} heading="h3" />
      )}
    </div>
  );
}
