import { useNavigate, useSearch } from '@tanstack/react-router';
import { useId } from 'react';
import { states } from '#areas/offices/states.contract.ts';
import { useAllRows } from '#kit/web/catalogue/data.ts';
import { useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { Numbers } from './numbers.tsx';
import type { sos } from './safety.contract.ts';

/** Emergency numbers as somebody needs them: those of one state, and those that hold everywhere. */
export function SosByState({ definition }: { definition: typeof sos }) {
  const t = useT();
  const id = useId();
  const navigate = useNavigate();
  const { state = '' } = useSearch({ strict: false }) as { state?: string };
  const { data, error, refetch } = useAllRows(definition, { status: '1', sort: 'priority' });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const rows = data ?? [];
  const name = states.find((one) => one.value === state)?.label;
  return (
    <div className="col" style={{ gap: 18 }}>
      <div className="fld" style={{ maxWidth: 320 }}>
        <label htmlFor={id}>{t('sos.state')}</label>
        <select
          id={id}
          className="inp"
          value={state}
          onChange={(event) => void navigate({ to: '.', search: { state: event.currentTarget.value } as never })}
        >
          <option value="">{t('sos.choose')}</option>
          {states.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      </div>
      {name ? <Numbers title={name} rows={rows.filter((row) => row.state === state)} isLinked /> : null}
      <Numbers title={t('sos.national')} rows={rows.filter((row) => row.state === null)} isLinked />
    </div>
  );
}
