import { IconChevronRight } from '@tabler/icons-react';
import { Link, useBlocker, useNavigate, useSearch } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { Stay } from '#kit/web/catalogue/form/stay.tsx';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { PageTitle } from '#kit/web/ui/parts.tsx';
import { SaveButton } from '#kit/web/ui/save-button.tsx';
import { useSaveKey } from '#kit/web/ui/use-save-key.ts';
import { role } from '#areas/identity/identity.contract.ts';
import { type FullRole, useFormerPermissions, useOffered, useRole, useRoles } from '../../rights.queries.ts';
import { ConfirmDifference } from './confirm-difference.dialog.tsx';
import { Matrix } from '../matrix.tsx';
import { RoleChanged, RoleClash } from './role-conflict.tsx';
import { RoleFacts } from './role-facts.tsx';
import { type DraftStart, useRoleDraft } from './role-draft.web.ts';
import '#kit/web/catalogue/record/record.css';
import styles from '../../rights.module.css';

/** The page that makes a role, from nothing or as a copy, or changes one. */
export function RoleEditor({ id }: { id?: string }) {
  const search = useSearch({ strict: false }) as { copy?: string; restore?: string };
  const own = useRole(id);
  const copied = useRole(id ? undefined : search.copy);
  const offered = useOffered(id === undefined);
  const former = useFormerPermissions(id, search.restore);
  const error = own.error ?? copied.error ?? offered.error ?? former.error;
  if (error) return <Failure error={error} />;
  if (id ? !own.data || (search.restore && !former.data) : !offered.data || (search.copy && !copied.data))
    return <span className="sk" style={{ width: '40%', height: 24 }} />;
  return (
    <Editor
      key={id ? `${id} ${search.restore ?? ''}` : (search.copy ?? 'new')}
      base={own.data}
      copy={copied.data}
      former={former.data}
      offered={offered.data ?? []}
    />
  );
}

/** The role grants more than the editor may: a copy has less. */
const isLess = (copy: FullRole): boolean =>
  copy.permissions.some(({ actions, mine }) => actions.some((action) => !mine.includes(action)));

/** From so many changed permissions on, the difference is confirmed before it is saved. */
const many = 6;

function Editor(start: DraftStart) {
  const { copy } = start;
  const t = useT();
  const id = useId();
  const navigate = useNavigate();
  const draft = useRoleDraft(start, id);
  const { base, changed } = draft;
  const levels = useRoles().data?.length ?? 0;
  const blocker = useBlocker({
    shouldBlockFn: draft.wouldLose,
    enableBeforeUnload: draft.wouldLose,
    withResolver: true,
  });
  const [asking, setAsking] = useState(false);
  const submit = async () => {
    if (!draft.check()) return;
    if (changed >= many) setAsking(true);
    else await draft.save();
  };
  useSaveKey(submit);
  return (
    <>
      <form
        className="form page-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <EditorTrail base={base} />
        <PageTitle
          title={
            base
              ? t('form.edit', { title: base.title })
              : copy
                ? t('rights.copy', { name: copy.name })
                : t('rights.new')
          }
          sub={
            <bdi>{base ? t('rights.levelOf', { level: base.level + 1, count: levels }) : t('rights.startsLowest')}</bdi>
          }
        />
        {base && draft.newer && !draft.conflict ? <RoleChanged draft={draft} base={base} newer={draft.newer} /> : null}
        {draft.general ? (
          <p className="alert bad below-16" role="alert">
            {draft.general}
          </p>
        ) : null}
        {copy && !base && isLess(copy) ? (
          <p className="alert due below-16" role="status">
            {t('rights.copiedLess')}
          </p>
        ) : null}
        {base && start.former ? (
          <p className="alert info below-16" role="status">
            {t(changed > 0 ? 'rights.restored' : 'rights.restoredSame')}
          </p>
        ) : null}
        <RoleFacts
          id={id}
          facts={draft.facts}
          errors={draft.errors}
          onChange={draft.setFacts}
          onLeave={draft.checkField}
        />
        <div className={`row wrap ${styles['mx-head']}`}>
          <h2 className="h2 grow">{t('rights.title')}</h2>
          <p className="sm t2" role="status">
            {changed > 0 ? t('rights.changedCount', { count: changed, number: formatNumber(changed) }) : ''}
          </p>
          {changed > 0 ? (
            <button type="button" className="btn g sm" onClick={() => draft.setChanges(new Map())}>
              {t('rights.reset')}
            </button>
          ) : null}
        </div>
        <section className={`sheet ${styles['mx-sheet']}`} aria-label={t('rights.title')}>
          <Matrix sections={draft.sections} changes={draft.changes} onChange={draft.setChanges} />
        </section>
        <footer className={`form-foot ${styles['role-foot']}`}>
          <SaveButton busy={draft.busy} />
          <button
            type="button"
            className="btn g"
            onClick={() => void navigate({ to: base ? `/role/${base.id}` : '/role' })}
          >
            {t('action.cancel')}
          </button>
        </footer>
        <Stay
          opened={blocker.status === 'blocked'}
          onStay={() => blocker.reset?.()}
          onLeave={() => blocker.proceed?.()}
        />
      </form>
      {draft.conflict ? <RoleClash draft={draft} conflict={draft.conflict} /> : null}
      {asking ? (
        <ConfirmDifference
          role={draft.facts.name}
          differences={draft.differences()}
          onConfirm={() => {
            setAsking(false);
            void draft.save();
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

/** Where the page stands: all roles, the role, its editing. */
function EditorTrail({ base }: { base: FullRole | undefined }) {
  const t = useT();
  return (
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
  );
}
