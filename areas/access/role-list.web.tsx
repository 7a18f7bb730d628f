import { IconGripVertical, IconLock, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiError } from '#kit/web/api.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { useKept } from '#kit/web/storage/store.ts';
import { toast } from '#kit/web/toast.tsx';
import { MoveButtons } from '#kit/web/ui/move-buttons.tsx';
import { PageTitle } from '#kit/web/ui/parts.tsx';
import { usePointerDrag } from '#kit/web/ui/use-pointer-drag.ts';
import { useShortcuts } from '#kit/web/use-shortcuts.ts';
import { role, rowScopes } from './access.contract.ts';
import { RoleTabs } from './role-tabs.web.tsx';
import { type RoleRow, rightsWrites, useRolePeople, useRoles } from './rights-data.web.ts';
import './places.css';

/** All roles, highest first. Those below one's own can be put into another order, which is saved as one change. */
export function RoleList() {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const [user] = useKept('userData');
  const { data: stored, error, refetch } = useRoles();
  const people = useRolePeople();
  const [order, setOrder] = useState<string[]>();
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const mayCreate = can('role', 'create');
  useShortcuts(mayCreate ? { c: () => void navigate({ to: '/role/new' }) } : {});

  const isMovable = (row: RoleRow) => can('role', 'edit', row) && row.level > (user?.roleLevel ?? 0);
  const rows = arranged(stored ?? [], order);
  const was = (stored ?? []).filter(isMovable).map((row) => row.id);
  const now = rows.filter(isMovable).map((row) => row.id);
  const isChanged = order !== undefined && now.join() !== was.join();

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

  if (error && !stored) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <>
      <PageTitle title={role.many} sub={<bdi>{t('rights.listText')}</bdi>}>
        {can('role', 'delete') ? (
          <Link to="/role/trash" className="btn g d-only">
            <IconTrash className="i s" aria-hidden="true" />
            {t('catalogue.trash')}
          </Link>
        ) : null}
        {mayCreate ? (
          <Link to="/role/new" className="btn p">
            <IconPlus className="i s" aria-hidden="true" />
            {t('rights.new')}
          </Link>
        ) : null}
      </PageTitle>
      <RoleTabs at="list" />
      <p className="sr" role="status">
        {said}
      </p>
      <section className="sheet" aria-label={role.many}>
        <ol ref={list} className="levels">
          {rows.map((row, index) => (
            <li key={row.id} className={drag.dragged === row.id ? 'dragged' : undefined}>
              {isMovable(row) ? (
                <button
                  type="button"
                  className="handle"
                  aria-label={t('rights.dragRole', { title: row.name })}
                  title={t('rights.dragHelp')}
                  onKeyDown={(event) => {
                    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
                    event.preventDefault();
                    step(row, event.key === 'ArrowUp' ? -1 : 1);
                  }}
                  {...drag.handle(row.id)}
                >
                  <IconGripVertical className="i s" aria-hidden="true" />
                </button>
              ) : (
                <span className="handle" title={t('rights.fixed')}>
                  <IconLock className="i s" aria-hidden="true" />
                  <span className="sr">{t('rights.fixed')}</span>
                </span>
              )}
              <span className="at t3" title={t('rights.level')}>
                {index + 1}
              </span>
              <div className="grow what">
                <Link to={`/role/${row.id}`} className="mid">
                  <bdi>{row.name}</bdi>
                </Link>
                {row.status === 0 ? <span className="st off sm">{t('catalogue.inactive')}</span> : null}
                <span className="sm t2 about">
                  <bdi>{row.description}</bdi>
                </span>
              </div>
              <span className="tags">
                {row.audience === 'client' ? <span className="tag info">{t('rights.clients')}</span> : null}
                {row.rowScope === 'ALL' ? null : (
                  <span className="tag due">{rowScopes.find(({ value }) => value === row.rowScope)?.label}</span>
                )}
              </span>
              <Link to={`/role/${row.id}`} search={{ tab: 'people' }} className="people sm">
                <bdi>
                  {people.data
                    ? t('rights.people', {
                        count: people.data.get(row.id) ?? 0,
                        number: formatNumber(people.data.get(row.id) ?? 0),
                      })
                    : '…'}
                </bdi>
              </Link>
              <span className="moves">
                {isMovable(row) ? (
                  <MoveButtons
                    id={row.id}
                    title={row.name}
                    isOff={(by) => {
                      const other = rows[index + by];
                      return busy || !other || !isMovable(other) || other.audience !== row.audience;
                    }}
                    onMove={(by) => {
                      step(row, by);
                      requestAnimationFrame(() => document.getElementById(`${row.id}${by}`)?.focus());
                    }}
                  />
                ) : null}
              </span>
            </li>
          ))}
        </ol>
        {stored ? null : <span className="sk" style={{ margin: 20, width: '60%' }} />}
      </section>
      {isChanged ? (
        <div className="order-bar" role="group" aria-label={t('rights.orderChanged')}>
          <span className="grow">{t('rights.orderChanged')}</span>
          <button type="button" className="btn g" disabled={busy} onClick={() => setOrder(undefined)}>
            {t('rights.discard')}
          </button>
          <button type="button" className="btn p" disabled={busy} onClick={() => void store(now, was, true)}>
            {busy ? <span className="spin" aria-hidden="true" /> : null}
            {t('rights.saveOrder')}
          </button>
        </div>
      ) : null}
    </>
  );
}

/** The stored rows in an order that was begun; what came since stands where it is stored. */
function arranged(rows: readonly RoleRow[], order: readonly string[] | undefined): RoleRow[] {
  if (!order || order.length !== rows.length) return [...rows];
  const found = order.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  return found.length === rows.length ? found : [...rows];
}
