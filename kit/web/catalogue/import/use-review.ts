import { useEffect, useMemo, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { ImportBatch, ImportPlan, ImportRow } from '#kit/contract/import.ts';
import { ApiError, api } from '../../api.ts';
import type { Plan } from './sheet.ts';

export interface ReviewProps {
  definition: AnyCatalogue;
  fileName: string;
  rows: ImportRow[];
  plan: Plan;
  onRows: (rows: ImportRow[]) => void;
  onBack: () => void;
  onStarted: (batch: ImportBatch) => void;
}

/** The dry run of an import: what the server makes of the rows, the mending of them, and the start. */
export function useReview({ definition, fileName, rows, plan, onRows, onStarted }: ReviewProps) {
  const [checked, setChecked] = useState<ImportPlan>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [onlyErrors, setOnlyErrors] = useState(true);
  const [page, setPage] = useState(1);
  const [changed, setChanged] = useState<ReadonlySet<number>>(new Set());
  // Pressed again after an answer that was lost, it is the same import; other rows make another.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const importKey = useMemo(() => crypto.randomUUID(), [rows, plan]);
  const call = async <T>(path: string, more: object): Promise<T | undefined> => {
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
  return {
    failure,
    busy,
    page,
    setPage,
    onlyErrors,
    setOnlyErrors,
    isChecked: checked !== undefined,
    check,
    planned,
    shown,
    edit,
    leaveOut,
    counts: { creates, updates, sames, errors },
    /** Rows were mended since they were checked. */
    isStale,
    /** Rows that change something. */
    useful,
    start,
  };
}
