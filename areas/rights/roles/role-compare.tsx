import { useNavigate, useSearch } from '@tanstack/react-router';
import { useId } from 'react';
import type { Action } from '#kit/contract/rights.ts';
import { named, said, useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { PageTitle, Segments } from '#kit/web/ui/parts.tsx';
import { rowScopes } from '#areas/identity/identity.contract.ts';
import { readAlone } from './matrix.tsx';
import { RoleTabs } from '../role-tabs.tsx';
import { type FullRole, type RoleRow, useRole, useRoles } from '../rights.queries.ts';
import type { RolePermission } from '../permissions.contract.ts';
import styles from '../rights.module.css';

interface Asked {
  a?: string | undefined;
  b?: string | undefined;
  show?: string | undefined;
}

/** Two roles beside each other: where they stand and what each may do that the other may not. */
export function RoleCompare() {
  const t = useT();
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }) as Asked;
  const roles = useRoles();
  const [first, second] = [useRole(asked.a), useRole(asked.b)];
  const ask = (change: Asked) =>
    void navigate({ to: '.', search: { ...asked, ...change } as never, replace: true, resetScroll: false });
  const error = roles.error ?? first.error ?? second.error;
  if (error) return <Failure error={error} />;
  const [a, b] = [first.data, second.data];
  return (
    <>
      <PageTitle title={t('rights.compareTitle')} sub={<bdi>{t('rights.compareText')}</bdi>} />
      <RoleTabs at="compare" />
      <div className={styles['compare-pick']}>
        <Pick label={t('rights.first')} value={asked.a} roles={roles.data ?? []} onChange={(id) => ask({ a: id })} />
        <Pick label={t('rights.second')} value={asked.b} roles={roles.data ?? []} onChange={(id) => ask({ b: id })} />
        <Segments
          label={t('rights.show')}
          name="show"
          value={asked.show === 'all' ? 'all' : 'differences'}
          options={[
            { value: 'differences', label: t('rights.differences') },
            { value: 'all', label: t('rights.everything') },
          ]}
          onChange={(show) => ask({ show: show === 'all' ? 'all' : undefined })}
        />
      </div>
      {a && b ? <Compared a={a} b={b} all={asked.show === 'all'} /> : <p className="t2">{t('rights.pickTwo')}</p>}
    </>
  );
}

function Pick(props: {
  label: string;
  value: string | undefined;
  roles: readonly RoleRow[];
  onChange: (id: string | undefined) => void;
}) {
  const t = useT();
  const id = useId();
  return (
    <div className="fld">
      <label htmlFor={id}>{props.label}</label>
      <select
        id={id}
        className="inp"
        value={props.value ?? ''}
        onChange={(event) => props.onChange(event.currentTarget.value || undefined)}
      >
        <option value="">{t('catalogue.choose')}</option>
        {props.roles.map((one) => (
          <option key={one.id} value={one.id}>
            {named(one.name)}
          </option>
        ))}
      </select>
    </div>
  );
}

function Compared({ a, b, all }: { a: FullRole; b: FullRole; all: boolean }) {
  const t = useT();
  const facts: [string, string, string][] = [
    [t('rights.level'), String(a.level + 1), String(b.level + 1)],
    [t('rights.for'), ...pair(a, b, (one) => t(one.audience === 'client' ? 'rights.clients' : 'rights.staff'))],
    [t('rights.worksOn'), ...pair(a, b, (one) => rowScopes.find(({ value }) => value === one.rowScope)?.label ?? '')],
    [t('catalogue.status'), ...pair(a, b, (one) => t(one.status === 1 ? 'catalogue.active' : 'catalogue.inactive'))],
  ];
  const lines = a.permissions.flatMap((line) => {
    const other = b.permissions.find((one) => one.moduleId === line.moduleId);
    if (!other || line.offered.length === 0) return [];
    const isSame = line.actions.join() === other.actions.join();
    return isSame && !all ? [] : [[line, other] as const];
  });
  const shown = facts.filter(([, one, other]) => all || one !== other);
  if (lines.length === 0 && shown.length === 0) return <p className="alert info">{t('rights.same')}</p>;
  return (
    <section className={`sheet ${styles['mx-sheet']}`} aria-label={t('rights.compareTitle')}>
      <div className={styles['mx-scroll']} {...readAlone(t('rights.matrix'))}>
        <table className={`${styles.mx} ${styles.compared}`}>
          <thead>
            <tr>
              <th scope="col">{t('rights.module')}</th>
              <th scope="col">
                <bdi>{named(a.name)}</bdi>
              </th>
              <th scope="col">
                <bdi>{named(b.name)}</bdi>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(([label, one, other]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>
                  <bdi>{one}</bdi>
                </td>
                <td>
                  <bdi>{other}</bdi>
                </td>
              </tr>
            ))}
            {lines.map(([line, other]) => (
              <tr key={line.moduleId}>
                <th scope="row">
                  <bdi>{said(line.name)}</bdi>
                </th>
                <td>
                  <Held line={line} other={other} />
                </td>
                <td>
                  <Held line={other} other={line} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const pair = (a: FullRole, b: FullRole, of: (one: FullRole) => string): [string, string] => [of(a), of(b)];

/** What one of the two may do; what the other may not stands out by its mark. */
function Held({ line, other }: { line: RolePermission; other: RolePermission }) {
  const t = useT();
  if (line.actions.length === 0) return <span className="t3">{t('rights.nothing')}</span>;
  const isMore = (action: Action) => !other.actions.includes(action);
  return (
    <span className={styles.held}>
      {line.actions.map((action) => (
        <span key={action} className={isMore(action) ? 'tag ok' : 't2'}>
          {isMore(action) ? <span className="sr">{t('rights.onlyHere')}</span> : null}
          {isMore(action) ? '+ ' : ''}
          {t(`rights.action.${action}`)}
        </span>
      ))}
    </span>
  );
}
