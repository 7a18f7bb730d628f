import { useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { ApiError, api } from '../../api.ts';
import { useT } from '../../i18n.ts';
import { invalidate } from '../../queries.ts';
import { useCan } from '../../rights.ts';
import { Code } from '../../ui/parts.tsx';

/** A number that is kept encrypted: its last characters, and the whole of it for those who may, until they leave or hide it. */
export function SealedValue({ definition, row, name }: { definition: AnyCatalogue; row: AnyRow; name: string }) {
  const t = useT();
  const can = useCan();
  const [whole, setWhole] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { label, sealed } = definition.fields[name];
  const show = async () => {
    setBusy(true);
    try {
      const path = `/${definition.path}/reveal/${row.id}`;
      const { data } = await api.post<Answer<{ value: string | null }>>(path, { body: { field: name } });
      setWhole(data.value ?? undefined);
      // The history tells of it at once.
      await invalidate(definition.path);
    } catch (error) {
      // Why it was refused is said in a toast.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <span className="row wrap" style={{ gap: 8 }}>
      <span aria-live="polite">
        <Code>{whole ?? String(row[name])}</Code>
      </span>
      {sealed !== 0 && can(definition.path, 'approve', row) ? (
        <button
          type="button"
          className="btn g sm"
          disabled={busy}
          aria-label={t(whole === undefined ? 'field.show' : 'field.hide', { field: label })}
          onClick={() => (whole === undefined ? void show() : setWhole(undefined))}
        >
          {t(whole === undefined ? 'record.show' : 'record.hide')}
        </button>
      ) : null}
    </span>
  );
}
