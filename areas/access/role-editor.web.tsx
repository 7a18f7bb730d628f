import { IconChevronRight } from '@tabler/icons-react';
import { Link, useBlocker, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { fieldSchema } from '#kit/contract/input.ts';
import { ApiError } from '#kit/web/api.ts';
import { Stay } from '#kit/web/catalogue/stay.tsx';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { toast } from '#kit/web/toast.tsx';
import { PageTitle, Segments } from '#kit/web/ui/parts.tsx';
import { SaveButton } from '#kit/web/ui/save-button.tsx';
import { role, rowScopes } from './access.contract.ts';
import { type Changes, countChanges, permissionsFrom, sectionsOf } from './matrix-state.web.ts';
import { Matrix } from './matrix.web.tsx';
import { type FullRole, rightsWrites, useOffered, useRole, useRoles } from './rights-data.web.ts';
import type { RoleInput, RolePermission } from './rights.contract.ts';
import '#kit/web/catalogue/record.css';

type Facts = Omit<RoleInput, 'permissions'>;
const fresh: Facts = { name: '', audience: 'staff', rowScope: 'ALL', description: null };
const factsOf = ({ name, audience, rowScope, description }: Facts): Facts => ({
  name,
  audience,
  rowScope,
  description,
});

/** The page that makes a role, from nothing or as a copy, or changes one. */
export function RoleEditor({ id }: { id?: string }) {
  const search = useSearch({ strict: false }) as { copy?: string };
  const own = useRole(id);
  const copied = useRole(id ? undefined : search.copy);
  const offered = useOffered(id === undefined);
  const error = own.error ?? copied.error ?? offered.error;
  if (error) return <Failure error={error} />;
  if (id ? !own.data : !offered.data || (search.copy && !copied.data))
    return <span className="sk" style={{ width: '40%', height: 24 }} />;
  return <Editor key={id ?? search.copy ?? 'new'} base={own.data} copy={copied.data} offered={offered.data ?? []} />;
}

/** The changes that make an empty matrix that of another role, as far as the editor holds what it grants. */
const changesOf = (copy: FullRole): Changes =>
  new Map(
    copy.permissions.flatMap(({ moduleId, actions, mine }) =>
      actions.filter((action) => mine.includes(action)).map((action) => [`${moduleId} ${action}`, true] as const),
    ),
  );
const isLess = (copy: FullRole): boolean =>
  copy.permissions.some(({ actions, mine }) => actions.some((action) => !mine.includes(action)));

function Editor({
  base: given,
  copy,
  offered,
}: {
  base: FullRole | undefined;
  copy: FullRole | undefined;
  offered: readonly RolePermission[];
}) {
  const t = useT();
  const id = useId();
  const navigate = useNavigate();
  const roles = useRoles();
  const theirs = useRole(given?.id);
  const [base, setBase] = useState(given);
  const start: Facts = base ?? (copy ? { ...factsOf(copy), name: t('rights.copyOf', { name: copy.name }) } : fresh);
  const [facts, setFacts] = useState<Facts>(() => factsOf(start));
  const [changes, setChanges] = useState<Changes>(() => (copy && !given ? changesOf(copy) : new Map()));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [general, setGeneral] = useState<string>();
  const [busy, setBusy] = useState(false);
  const saved = useRef(false);
  const sections = useMemo(
    () => sectionsOf(base?.permissions ?? offered, facts.audience),
    [base, offered, facts.audience],
  );
  const changed = countChanges(sections, changes);
  const isDirty = changed > 0 || JSON.stringify(facts) !== JSON.stringify(factsOf(start));
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty && !saved.current,
    enableBeforeUnload: () => isDirty && !saved.current,
    withResolver: true,
  });
  const back = () => void navigate({ to: base ? `/role/${base.id}` : '/role' });

  const save = async () => {
    const wrong = checked(facts);
    setErrors(wrong);
    setGeneral(undefined);
    const [first] = Object.keys(wrong);
    if (first) return document.getElementById(`${id}-${first}`)?.focus();
    setBusy(true);
    try {
      const { message, data } = await rightsWrites.saveRole(
        { ...facts, permissions: permissionsFrom(sections, changes) },
        base,
      );
      saved.current = true;
      toast.success(message);
      await navigate({ to: `/role/${data.id}` });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 412) await overtaken();
      else {
        setErrors(error.fields);
        setGeneral(error.fields['permissions'] ?? (Object.keys(error.fields).length > 0 ? undefined : error.message));
        const [at] = Object.keys(error.fields);
        if (at) document.getElementById(`${id}-${at}`)?.focus();
      }
    } finally {
      setBusy(false);
    }
  };
  /** Somebody else saved in between: their version is taken up, and what was ticked here is laid over it. */
  const overtaken = async () => {
    const { data } = await theirs.refetch();
    if (!data) return;
    const kept = Object.entries(facts).filter(([name, value]) => value !== start[name as keyof Facts]);
    setFacts({ ...factsOf(data), ...Object.fromEntries(kept) });
    setBase(data);
    setGeneral(t('rights.overtaken'));
  };
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      void latest.current();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  const field = (name: 'name' | 'description', label: string) => (
    <div className="fld">
      <label htmlFor={`${id}-${name}`}>
        {label} {name === 'description' ? <span className="opt">{t('form.optional')}</span> : null}
      </label>
      <input
        id={`${id}-${name}`}
        className="inp"
        value={facts[name] ?? ''}
        aria-required={name === 'name' || undefined}
        aria-invalid={errors[name] ? true : undefined}
        aria-describedby={errors[name] ? `${id}-${name}-error` : undefined}
        onChange={(event) => setFacts({ ...facts, [name]: event.currentTarget.value || null })}
        onBlur={() => setErrors({ ...errors, ...checked(facts, name) })}
      />
      <FieldError id={`${id}-${name}-error`} text={errors[name]} />
    </div>
  );
  const levels = roles.data?.length ?? 0;
  return (
    <form
      className="form page-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <nav className="crumb" aria-label={t('catalogue.trail')}>
        <Link to="/role">{role.many}</Link>
        <IconChevronRight className="i s flip" aria-hidden="true" />
        {base ? (
          <>
            <Link to={`/role/${base.id}`} className="cut">
              <bdi>{base.title}</bdi>
            </Link>
            <IconChevronRight className="i s flip" aria-hidden="true" />
            {t('action.edit')}
          </>
        ) : (
          t('rights.new')
        )}
      </nav>
      <PageTitle
        title={
          base ? t('form.edit', { title: base.title }) : copy ? t('rights.copy', { name: copy.name }) : t('rights.new')
        }
        sub={
          <bdi>{base ? t('rights.levelOf', { level: base.level + 1, count: levels }) : t('rights.startsLowest')}</bdi>
        }
      />
      {general ? (
        <p className="alert bad" role="alert" style={{ marginBlockEnd: 16 }}>
          {general}
        </p>
      ) : null}
      {copy && !base && isLess(copy) ? (
        <p className="alert due" role="status" style={{ marginBlockEnd: 16 }}>
          {t('rights.copiedLess')}
        </p>
      ) : null}
      <section className="sheet role-facts" aria-label={t('record.facts')}>
        {field('name', t('rights.name'))}
        {field('description', t('rights.description'))}
        <div>
          <Segments
            label={t('rights.for')}
            name={`${id}-audience`}
            value={facts.audience}
            options={[
              { value: 'staff', label: t('rights.staff') },
              { value: 'client', label: t('rights.clients') },
            ]}
            onChange={(audience) =>
              setFacts({ ...facts, audience, rowScope: audience === 'client' ? 'ALL' : facts.rowScope })
            }
          />
          <FieldError id={`${id}-audience-error`} text={errors['audience']} />
        </div>
        <div className="fld">
          <label htmlFor={`${id}-rowScope`}>{t('rights.worksOn')}</label>
          <select
            id={`${id}-rowScope`}
            className="inp"
            value={facts.rowScope}
            disabled={facts.audience === 'client'}
            aria-invalid={errors['rowScope'] ? true : undefined}
            aria-describedby={`${id}-rowScope-help`}
            onChange={(event) => setFacts({ ...facts, rowScope: event.currentTarget.value as Facts['rowScope'] })}
          >
            {rowScopes.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <FieldError id={`${id}-rowScope-error`} text={errors['rowScope']} />
          <p id={`${id}-rowScope-help`} className="help">
            {t(facts.audience === 'client' ? 'rights.clientScope' : `rights.scopeHelp.${facts.rowScope}`)}
          </p>
        </div>
      </section>
      <div className="row wrap mx-head">
        <h2 className="h2 grow">{t('rights.title')}</h2>
        <p className="sm t2" role="status">
          {changed > 0 ? t('rights.changedCount', { count: changed, number: formatNumber(changed) }) : ''}
        </p>
        {changed > 0 ? (
          <button type="button" className="btn g sm" onClick={() => setChanges(new Map())}>
            {t('rights.reset')}
          </button>
        ) : null}
      </div>
      <section className="sheet mx-sheet" aria-label={t('rights.title')}>
        <Matrix sections={sections} changes={changes} onChange={setChanges} />
      </section>
      <footer className="form-foot role-foot">
        <SaveButton busy={busy} />
        <button type="button" className="btn g" onClick={back}>
          {t('action.cancel')}
        </button>
      </footer>
      <Stay
        opened={blocker.status === 'blocked'}
        onStay={() => blocker.reset?.()}
        onLeave={() => blocker.proceed?.()}
      />
    </form>
  );
}

const FieldError = ({ id, text }: { id: string; text: string | undefined }) =>
  text ? (
    <p id={id} className="errm">
      {text}
    </p>
  ) : null;

/** What is wrong with the facts by themselves; of one field, or of all. */
function checked(facts: Facts, only?: keyof Facts): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const name of ['name', 'description'] as const) {
    if (only && only !== name) continue;
    const { error } = fieldSchema(role.fields[name]).safeParse(facts[name]);
    wrong[name] = error?.issues[0]?.message ?? '';
  }
  return Object.fromEntries(Object.entries(wrong).filter(([, message]) => message !== '' || only));
}
