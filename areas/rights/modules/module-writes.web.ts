import { useState } from 'react';
import { ApiError } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { toast } from '#kit/web/toast.tsx';
import { type Place, rightsWrites } from '../rights.queries.ts';
import type { ModuleRow } from '../permissions.contract.ts';

/** Writes to the tree of modules, each with its undo, and what a screen reader is told of them. */
export function useModuleWrites(all: readonly ModuleRow[], refetch: () => Promise<unknown>) {
  const t = useT();
  const [said, setSaid] = useState('');
  /** Does a write, says what came of it, and offers to take it back where that can be done. */
  const run = async (work: () => Promise<string>, undo?: () => Promise<string>): Promise<boolean> => {
    try {
      const message = await work();
      toast.success(message, undo ? () => void run(undo) : undefined);
      return true;
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      toast.error(failed.message);
      await refetch();
      return false;
    }
  };
  const placeOf = (module: ModuleRow): Place => {
    const siblings = all.filter((one) => one.parentId === module.parentId);
    return { parentId: module.parentId, beforeId: siblings[siblings.indexOf(module) + 1]?.id ?? null };
  };
  const move = async (module: ModuleRow, place: Place) => {
    const back = placeOf(module);
    const group = all.find((one) => one.id === place.parentId)?.name ?? t('modules.top');
    // Taking it back is meant for the version that the move made.
    let now = module;
    const to = (where: Place) => async () => {
      const { data, message } = await rightsWrites.move(now, where);
      now = data;
      return message;
    };
    if (await run(to(place), to(back))) setSaid(t('modules.movedUnder', { title: module.name, group }));
  };
  const step = async (module: ModuleRow, by: -1 | 1) => {
    const siblings = all.filter((one) => one.parentId === module.parentId).map((one) => one.id);
    const at = siblings.indexOf(module.id);
    if (at + by < 0 || at + by >= siblings.length) return;
    const ids = siblings.filter((id) => id !== module.id);
    ids.splice(at + by, 0, module.id);
    const order = (some: readonly string[]) => () => rightsWrites.orderModules(module.parentId, some);
    if (!(await run(order(ids), order(siblings)))) return;
    setSaid(t('arrange.moved', { title: module.name, at: at + by + 1, count: siblings.length }));
    requestAnimationFrame(() => document.getElementById(`${module.id}${by}`)?.focus());
  };
  return { run, move, step, said };
}
