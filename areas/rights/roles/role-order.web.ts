import { useRef, useState } from 'react';
import { ApiError } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { toast } from '#kit/web/toast.tsx';
import { usePointerDrag } from '#kit/web/ui/use-pointer-drag.ts';
import { type RoleRow, rightsWrites } from '../rights.queries.ts';

/**
 * The roles in an order that was begun by dragging or by keys, until it is saved or discarded. Only roles below one's own
 * can be moved, among those of the same audience.
 * @param stored the roles as the server has them, undefined while they load.
 */
export function useRoleOrder(stored: readonly RoleRow[] | undefined, refetch: () => Promise<unknown>) {
  const t = useT();
  const can = useCan();
  const [user] = useKept('userData');
  const [order, setOrder] = useState<string[]>();
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const list = useRef<HTMLOListElement>(null);

  const isMovable = (row: RoleRow) => can('role', 'edit', row) && row.level > (user?.roleLevel ?? 0);
  const rows = arranged(stored ?? [], order);
  const was = (stored ?? []).filter(isMovable).map((row) => row.id);
  const now = rows.filter(isMovable).map((row) => row.id);

  /** A role goes to another place among those of its audience that may be moved. */
  const place = (id: string, at: number): boolean => {
    const row = rows.find((one) => one.id === id);
    const other = rows[at];
    if (!row || !other || !isMovable(other) || other.audience !== row.audience) return false;
    const ids = rows.map((one) => one.id).filter((one) => one !== id);
    ids.splice(at, 0, id);
    setOrder(ids);
    const peers = ids.filter((one) => rows.some((two) => two.id === one && isMovable(two)));
    setSaid(t('arrange.moved', { title: row.name, at: peers.indexOf(id) + 1, count: peers.length }));
    return true;
  };
  const step = (row: RoleRow, by: -1 | 1) => {
    if (place(row.id, rows.indexOf(row) + by))
      requestAnimationFrame(() => document.activeElement?.scrollIntoView({ block: 'nearest' }));
  };
  const before = useRef<string[]>(undefined);
  const drag = usePointerDrag({
    move: (id, _, y) => {
      before.current ??= order ?? [];
      const lines = [...(list.current?.children ?? [])].map((line) => line.getBoundingClientRect());
      const at = lines.findIndex((line) => y < line.bottom);
      const target = at < 0 ? lines.length - 1 : at;
      if (rows[target]?.id !== id) place(id, target);
    },
    drop: () => (before.current = undefined),
    cancel: () => {
      setOrder(before.current?.length ? before.current : undefined);
      before.current = undefined;
    },
  });

  const store = async (next: readonly string[], seen: readonly string[], undo: boolean) => {
    setBusy(true);
    try {
      const message = await rightsWrites.orderRoles(next, seen);
      toast.success(message, undo ? () => void store(seen, next, false) : undefined);
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      toast.error(failed.message);
      await refetch();
    } finally {
      setOrder(undefined);
      setBusy(false);
    }
  };

  return {
    rows,
    list,
    said,
    busy,
    isMovable,
    isChanged: order !== undefined && now.join() !== was.join(),
    canStep: (row: RoleRow, by: -1 | 1): boolean => {
      const other = rows[rows.indexOf(row) + by];
      return !busy && other !== undefined && isMovable(other) && other.audience === row.audience;
    },
    step,
    drag,
    save: () => void store(now, was, true),
    discard: () => setOrder(undefined),
  };
}

/** The stored rows in an order that was begun; what came since stands where it is stored. */
function arranged(rows: readonly RoleRow[], order: readonly string[] | undefined): RoleRow[] {
  if (!order || order.length !== rows.length) return [...rows];
  const found = order.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  return found.length === rows.length ? found : [...rows];
}
