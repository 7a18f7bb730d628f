import { IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { ImportBatch, ImportPlan, ImportRow } from '#kit/contract/import.ts';
import { ApiError, api } from '../../api.ts';
import { formatNumber, useT } from '../../i18n.ts';
import { Switch } from '../../ui/parts.tsx';
import { Pager } from '../pager.tsx';
import type { Plan } from './sheet.ts';

const pageSize = 50;

interface Props {
  definition: AnyCatalogue;
  fileName: string;
  rows: ImportRow[];
  plan: Plan;
  onRows: (rows: ImportRow[]) => void;
  onBack: () => void;
  onStarted: (batch: ImportBatch) => void;
}

/** The dry run as a grid: what is wrong stands in its cell and is mended there, or the row is left out. */
export function Review({ definition, fileName, rows, plan, onRows, onBack, onStarted }: Props) {
  const t = useT();
  const [checked, setChecked] = useState<ImportPlan>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [onlyErrors, setOnlyErrors] = useState(true);
  const [page, setPage] = useState(1);
  const [changed, setChanged] = useState<ReadonlySet<number>>(new Set());
  // Pressed again after an answer that was lost, it is the same import; other rows make another.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const importKey = useMemo(() => crypto.randomUUID(), [rows, plan]);
  const call = async <T,>(path: string, more: object): Promise<T | undefined> => {
    setBusy(true);
    setFailure(undefined);
    try {
      return (
        await api.post<Answer<T>>(`/${definition.path}/${path}`, {
          body: { mode: plan.mode, key: plan.key, rows, ...more },
          quiet: true,
          ...(path === 'import' ? { idempotencyKey: importKey } : {}),
        })
      ).data;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const check = async () => {
    const found = await call<ImportPlan>('import/check', {});
    if (!found) return;
    setChecked(found);
    setChanged(new Set());
    setOnlyErrors(found.error > 0);
    setPage(1);
  };
  useEffect(() => {
    void check();
    // The rows are checked when they arrive, and again when the reader asks.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const planned = useMemo(() => new Map(checked?.rows.map((row) => [row.line, row])), [checked]);
  // A row that was wrong stays in the list while it is being mended.
  const shown = rows.filter((row) => !onlyErrors || planned.get(row.line)?.action === 'error' || changed.has(row.line));
  const names = [...new Set(rows.flatMap((row) => Object.keys(row.cells)))];
  const labelOf = (name: string) =>
    name === 'id' ? t('import.id') : name === 'status' ? t('catalogue.status') : definition.fields[name].label;
  const edit = (line: number, name: string, text: string) => {
    onRows(rows.map((row) => (row.line === line ? { ...row, cells: { ...row.cells, [name]: text } } : row)));
    setChanged(new Set([...changed, line]));
  };
  const leaveOut = (line: number, index: number) => {
    onRows(rows.filter((row) => row.line !== line));
    // The keyboard goes on from the row that moves up, or from the heading of the grid when none is left.
    requestAnimationFrame(() => {
      const buttons = [...document.querySelectorAll<HTMLElement>('.grid-edit [data-leave-out]')];
      (buttons[index] ?? buttons.at(-1) ?? document.querySelector<HTMLElement>('[data-check]'))?.focus();
    });
  };
  const count = (action: string) => rows.filter((row) => planned.get(row.line)?.action === action).length;
  const [creates, updates, sames, errors] = [count('create'), count('update'), count('same'), count('error')];
  const isStale = changed.size > 0;
  const useful = creates + updates;
  const start = async () => {
    const batch = await call<ImportBatch>('import', { fileName, partial: plan.partial });
    if (batch) onStarted(batch);
  };
  return (
    <section className="col" style={{ gap: 14 }} aria-busy={busy}>
      {failure ? (
        <p className="alert bad" role="alert">
          {failure}
        </p>
      ) : null}
      <p role="status" className="row wrap" style={{ gap: '6px 18px' }}>
        {checked ? (
          <>
            <span className="st ok">{t('import.willCreate', { count: formatNumber(creates) })}</span>
            <span className="st info">{t('import.willUpdate', { count: formatNumber(updates) })}</span>
            <span className="st off">{t('import.same', { count: formatNumber(sames) })}</span>
            <span className={errors > 0 ? 'st bad' : 'st ok'}>
              {t('import.wrong', { count: formatNumber(errors) })}
            </span>
          </>
        ) : (
          t('import.checking')
        )}
      </p>
      <div className="row wrap">
        <Switch on={onlyErrors} label={t('import.onlyWrong')} onToggle={() => setOnlyErrors(!onlyErrors)} />
        <button type="button" className="btn d" data-check disabled={busy} onClick={() => void check()}>
          {t('import.checkAgain')}
        </button>
      </div>
      {shown.length > 0 ? (
        <div className="sheet list">
          <div className="list-scroll">
            <table className="tbl plain grid-edit">
              <thead>
                <tr>
                  <th scope="col">{t('import.line')}</th>
                  {names.map((name) => (
                    <th key={name} scope="col">
                      {labelOf(name)}
                    </th>
                  ))}
                  <th scope="col">
                    <span className="sr">{t('catalogue.actions')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {shown.slice((page - 1) * pageSize, page * pageSize).map((row, index) => {
                  const messages = planned.get(row.line)?.messages ?? {};
                  const elsewhere = Object.entries(messages).filter(([name]) => !names.includes(name));
                  return (
                    <tr key={row.line}>
                      <td>
                        {row.line}
                        {elsewhere.map(([name, message]) => (
                          <span key={name} className="errm">
                            {message}
                          </span>
                        ))}
                        {planned.get(row.line)?.warnings?.map((warning) => (
                          <span key={warning} className="help">
                            {warning}
                          </span>
                        ))}
                      </td>
                      {names.map((name) => (
                        <td key={name}>
                          <input
                            className="inp"
                            aria-label={t('import.cell', { label: labelOf(name), line: row.line })}
                            aria-invalid={messages[name] ? true : undefined}
                            aria-describedby={messages[name] ? `e${row.line}${name}` : undefined}
                            value={row.cells[name] ?? ''}
                            onChange={(event) => edit(row.line, name, event.currentTarget.value)}
                          />
                          {messages[name] ? (
                            <span className="errm" id={`e${row.line}${name}`}>
                              {messages[name]}
                            </span>
                          ) : null}
                        </td>
                      ))}
                      <td>
                        <button
                          type="button"
                          className="btn g ic sm"
                          aria-label={t('import.leaveOut', { line: row.line })}
                          title={t('import.leaveOut', { line: row.line })}
                          data-leave-out
                          onClick={() => leaveOut(row.line, index)}
                        >
                          <IconX className="i s" aria-hidden="true" />
                        </button>
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
          {shown.length > pageSize ? (
            <Pager view={{ page, size: pageSize }} count={shown.length} onPage={setPage} />
          ) : null}
        </div>
      ) : null}
      <div className="row wrap">
        <button
          type="button"
          className="btn p"
          disabled={busy || !checked || isStale || useful === 0 || (!plan.partial && errors > 0)}
          onClick={() => void start()}
        >
          {t('import.start', { count: useful, shown: formatNumber(useful) })}
        </button>
        <button type="button" className="btn d" onClick={onBack}>
          {t('import.back')}
        </button>
        <span className="t2 sm">
          {isStale
            ? t('import.stale')
            : errors > 0
              ? t(plan.partial ? 'import.leavesWrong' : 'import.allOrNothing', {
                  count: errors,
                  shown: formatNumber(errors),
                })
              : null}
        </span>
      </div>
    </section>
  );
}
