import { IconGripVertical, IconLock, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { formatNumber, named, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { MoveButtons } from '#kit/web/ui/move-buttons.tsx';
import { PageTitle } from '#kit/web/ui/parts.tsx';
import { useShortcuts } from '#kit/web/use-shortcuts.ts';
import { role, rowScopes } from '#areas/identity/identity.contract.ts';
import { RoleTabs } from '../role-tabs.tsx';
import { type RoleRow, useRolePeople, useRoles } from '../rights.queries.ts';
import { useRoleOrder } from './role-order.web.ts';
import styles from '../modules/modules.module.css';

type Order = ReturnType<typeof useRoleOrder>;

/** All roles, highest first. Those below one's own can be put into another order, which is saved as one change. */
export function RoleList() {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const { data: stored, error, refetch } = useRoles();
  const people = useRolePeople();
  const order = useRoleOrder(stored, refetch);
  const mayCreate = can('role', 'create');
  useShortcuts(mayCreate ? { c: () => void navigate({ to: '/role/new' }) } : {});
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
        {order.said}
      </p>
      <section className="sheet" aria-label={role.many}>
        <ol ref={order.list} className={styles.levels}>
          {order.rows.map((row, index) => (
            <RoleLine key={row.id} row={row} place={index + 1} people={people.data} order={order} />
          ))}
        </ol>
        {stored ? null : <span className="sk" style={{ margin: 20, width: '60%' }} />}
      </section>
      {order.isChanged ? <OrderBar order={order} /> : null}
    </>
  );
}

/** One role with its handle, its facts and the buttons that move it. */
function RoleLine(props: {
  row: RoleRow;
  place: number;
  /** People by role, undefined while they are counted. */
  people: ReadonlyMap<string, number> | undefined;
  order: Order;
}) {
  const { row, place, people, order } = props;
  const t = useT();
  const count = people?.get(row.id) ?? 0;
  const isMovable = order.isMovable(row);
  return (
    <li className={order.drag.dragged === row.id ? styles.dragged : undefined}>
      {isMovable ? (
        <button
          type="button"
          className={styles.handle}
          aria-label={t('rights.dragRole', { title: named(row.name) })}
          title={t('rights.dragHelp')}
          onKeyDown={(event) => {
            if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
            event.preventDefault();
            order.step(row, event.key === 'ArrowUp' ? -1 : 1);
          }}
          {...order.drag.handle(row.id)}
        >
          <IconGripVertical className="i s" aria-hidden="true" />
        </button>
      ) : (
        <span className={styles.handle} title={t('rights.fixed')}>
          <IconLock className="i s" aria-hidden="true" />
          <span className="sr">{t('rights.fixed')}</span>
        </span>
      )}
      <span className={`${styles.at} t3`} title={t('rights.level')}>
        {place}
      </span>
      <div className={`grow ${styles.what}`}>
        <Link to={`/role/${row.id}`} className="mid">
          <bdi>{named(row.name)}</bdi>
        </Link>
        {row.status === 0 ? <span className="st off sm">{t('catalogue.inactive')}</span> : null}
        <span className={`sm t2 ${styles.about}`}>
          <bdi>{named(row.description ?? '')}</bdi>
        </span>
      </div>
      <span className={styles.tags}>
        {row.audience === 'client' ? <span className="tag info">{t('rights.clients')}</span> : null}
        {row.rowScope === 'ALL' ? null : (
          <span className="tag due">{rowScopes.find(({ value }) => value === row.rowScope)?.label}</span>
        )}
      </span>
      <Link to={`/role/${row.id}`} search={{ tab: 'people' }} className={`${styles.people} sm`}>
        <bdi>{people ? t('rights.people', { count, number: formatNumber(count) }) : '…'}</bdi>
      </Link>
      <span className={styles.moves}>
        {isMovable ? (
          <MoveButtons
            id={row.id}
            title={named(row.name)}
            isOff={(by) => !order.canStep(row, by)}
            onMove={(by) => {
              order.step(row, by);
              requestAnimationFrame(() => document.getElementById(`${row.id}${by}`)?.focus());
            }}
          />
        ) : null}
      </span>
    </li>
  );
}

/** Saves an order that was begun, or goes back to the stored one. */
function OrderBar({ order }: { order: Order }) {
  const t = useT();
  return (
    <div className={styles['order-bar']} role="group" aria-label={t('rights.orderChanged')}>
      <span className="grow">{t('rights.orderChanged')}</span>
      <button type="button" className="btn g" disabled={order.busy} onClick={order.discard}>
        {t('rights.discard')}
      </button>
      <button type="button" className="btn p" disabled={order.busy} onClick={order.save}>
        {order.busy ? <span className="spin" aria-hidden="true" /> : null}
        {t('rights.saveOrder')}
      </button>
    </div>
  );
}
