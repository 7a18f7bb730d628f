import { Menu } from '@mantine/core';
import { IconChevronRight, IconDots, IconPencil } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { appUser } from '#areas/people/people.contract.ts';
import { Children } from '#kit/web/catalogue/record/children.tsx';
import { RecordHistory } from '#kit/web/catalogue/record/record-history.tsx';
import { useRemove } from '#kit/web/catalogue/remove.tsx';
import { formatNumber, named, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { store } from '#kit/web/storage/store.ts';
import { focusHeading } from '#kit/web/ui/focus-heading.ts';
import { Ago } from '#kit/web/ui/when.tsx';
import { useShortcuts } from '#kit/web/use-shortcuts.ts';
import { role, rowScopes, user } from '#areas/identity/identity.contract.ts';
import { sectionsOf } from './matrix-state.web.ts';
import { Matrix } from './matrix.tsx';
import { type FullRole, useRole, useRolePeople, useRoles } from '../rights.queries.ts';
import { RoleStatus } from './role-status.tsx';
import '#kit/web/catalogue/catalogue.css';
import '#kit/web/catalogue/record/record.css';
import styles from '../rights.module.css';

const exactly = { exact: true, includeSearch: true };
const none = new Map<string, boolean>();

/** One role: where it stands, what it may do, who has it, and who changed it. */
export function RolePage({ id }: { id: string }) {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { tab?: string };
  const { data: row, error, refetch } = useRole(id);
  const people = useRolePeople();
  const { remove, dialog } = useRemove(role, () => void navigate({ to: '/role' }));
  useEffect(() => {
    if (!row) return;
    document.title = `${named(row.title)} · Roadkeeper`;
    const to = `/role/${row.id}`;
    const others = store.get('recent').filter((one) => one.to !== to);
    store.set('recent', [{ to, title: row.title, kind: role.one }, ...others].slice(0, 8));
  }, [row]);
  useEffect(focusHeading, [id]);
  useShortcuts(row && can('role', 'edit', row) ? { e: () => void navigate({ to: `/role/${id}/edit` }) } : {});
  if (error && !row) return <Failure error={error} retry={() => void refetch()} />;
  const whose = row?.audience === 'client' ? appUser : user;
  const mayPeople = can(whose.path, 'view');
  const tab = search.tab === 'history' || (search.tab === 'people' && mayPeople) ? search.tab : 'rights';
  const count = people.data?.get(id) ?? 0;
  return (
    <>
      <nav className="crumb" aria-label={t('catalogue.trail')}>
        <Link to="/role">{role.many}</Link>
        <IconChevronRight className="i s flip" aria-hidden="true" />
        <bdi className="cut">{row ? named(row.title) : '…'}</bdi>
      </nav>
      <RoleHead id={id} row={row} people={count} onRemove={(one) => void remove(one)} />
      {row?.description ? (
        <p className="t2 below-14">
          <bdi>{named(row.description)}</bdi>
        </p>
      ) : null}
      <RoleTabLinks id={id} tab={tab} people={mayPeople ? count : undefined} />
      {row && tab === 'rights' ? (
        <section className={`sheet ${styles['mx-sheet']}`} aria-label={t('rights.title')}>
          <Matrix sections={sectionsOf(row.permissions, row.audience)} changes={none} />
        </section>
      ) : null}
      {row && tab === 'people' ? <Children child={{ definition: whose, field: 'roleId' }} id={id} /> : null}
      {row && tab === 'history' ? (
        <RecordHistory
          definition={role}
          row={row}
          back={{ name: 'permissions', parameter: 'restore', label: t('rights.restore') }}
        />
      ) : null}
      {dialog}
    </>
  );
}

/** Name and facts of the role, and what can be done with it. */
function RoleHead(props: {
  id: string;
  row: FullRole | undefined;
  /** How many have it. */
  people: number;
  onRemove: (row: FullRole) => void;
}) {
  const { id, row, people, onRemove } = props;
  const t = useT();
  const can = useCan();
  const roles = useRoles();
  return (
    <div className="record-head">
      <div style={{ minWidth: 0 }}>
        <h1 tabIndex={-1}>
          {row ? <bdi>{named(row.title)}</bdi> : <span className="sk" style={{ width: 220, height: 26 }} />}
        </h1>
        {row ? (
          <p className="t2 sm row wrap" style={{ gap: '4px 14px' }}>
            <bdi>{t('rights.levelOf', { level: row.level + 1, count: roles.data?.length ?? row.level + 1 })}</bdi>
            <span>{t(row.audience === 'client' ? 'rights.forClients' : 'rights.forStaff')}</span>
            {row.audience === 'client' ? null : (
              <bdi>{rowScopes.find(({ value }) => value === row.rowScope)?.label}</bdi>
            )}
            <bdi>{t('rights.people', { count: people, number: formatNumber(people) })}</bdi>
            <span>
              <bdi>
                {t('record.updated')} <Ago at={row.updatedAt} />
              </bdi>
            </span>
          </p>
        ) : null}
      </div>
      {row ? (
        <div className="acts">
          <RoleStatus row={row} />
          {can('role', 'edit', row) ? (
            <Link to={`/role/${id}/edit`} className="btn p">
              <IconPencil className="i s" aria-hidden="true" />
              {t('action.edit')}
            </Link>
          ) : null}
          <Menu position="bottom-end" width={210} transitionProps={{ duration: 90 }}>
            <Menu.Target>
              <button
                type="button"
                className="btn d ic"
                aria-label={t('catalogue.actionsFor', { title: named(row.title) })}
              >
                <IconDots className="i" aria-hidden="true" />
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item component={Link} to="/role/compare" search={{ a: id } as never}>
                {t('rights.compareWith')}
              </Menu.Item>
              {can('role', 'create') ? (
                <Menu.Item component={Link} to="/role/new" search={{ copy: id } as never}>
                  {t('rights.makeCopy')}
                </Menu.Item>
              ) : null}
              {can('role', 'delete', row) ? (
                <Menu.Item className="danger" onClick={() => onRemove(row)}>
                  {t('action.delete')}
                </Menu.Item>
              ) : null}
            </Menu.Dropdown>
          </Menu>
        </div>
      ) : null}
    </div>
  );
}

/** @param props.people how many have the role; undefined for those who may not see them. */
function RoleTabLinks({ id, tab, people }: { id: string; tab: string; people: number | undefined }) {
  const t = useT();
  return (
    <nav className="tabs" aria-label={t('record.tabs')}>
      {(
        [
          ['rights', t('rights.title'), undefined],
          ...(people !== undefined ? [['people', t('rights.peopleTab'), people]] : []),
          ['history', t('record.history'), undefined],
        ] as [string, string, number | undefined][]
      ).map(([key, label, number]) => (
        <Link
          key={key}
          to={`/role/${id}`}
          search={key === 'rights' ? {} : ({ tab: key } as never)}
          activeOptions={exactly}
          aria-current={tab === key ? 'page' : undefined}
        >
          {label}
          {number === undefined ? null : <span className="n">{formatNumber(number)}</span>}
        </Link>
      ))}
    </nav>
  );
}
