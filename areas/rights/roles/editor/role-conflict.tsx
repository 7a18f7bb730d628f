import type { Action } from '#kit/contract/rights.ts';
import { useT } from '#kit/web/i18n.ts';
import { FieldsChanged } from '#kit/web/live/changed-notice.tsx';
import { ConflictDialog } from '#kit/web/live/conflict-dialog.tsx';
import { rowScopes } from '#areas/identity/identity.contract.ts';
import type { FullRole } from '../../rights.queries.ts';
import { roleAuthors, type useRoleDraft } from './role-draft.web.ts';
import type { Facts } from './role-facts.tsx';
import { changedFields } from './role-merge.web.ts';

type Draft = ReturnType<typeof useRoleDraft>;

function useLabels(): Record<keyof Facts | 'permissions', string> {
  const t = useT();
  return {
    name: t('rights.name'),
    description: t('rights.description'),
    audience: t('rights.for'),
    rowScope: t('rights.worksOn'),
    permissions: t('rights.title'),
  };
}

/** Says at the editor that somebody else saved the role while it was open. */
export function RoleChanged({ draft, base, newer }: { draft: Draft; base: FullRole; newer: FullRole }) {
  const labels = useLabels();
  return (
    <div className="below-16">
      <FieldsChanged
        queryKey={['role', newer.id, base.version, newer.version]}
        authors={() => roleAuthors(newer.id)}
        fields={Object.fromEntries(changedFields(base, newer).map((name) => [name, labels[name]]))}
        onUpdate={() => void draft.update(newer)}
      />
    </div>
  );
}

/** What both sides changed of the role: facts, and modules whose permissions do not go together. */
export function RoleClash({ draft, conflict }: { draft: Draft; conflict: NonNullable<Draft['conflict']> }) {
  const t = useT();
  const labels = useLabels();
  const { asked, taken, theirs, author } = conflict;
  const shown = (facts: Facts, name: keyof Facts): string => {
    if (name === 'audience') return t(facts.audience === 'client' ? 'rights.clients' : 'rights.staff');
    if (name === 'rowScope') return rowScopes.find(({ value }) => value === facts.rowScope)?.label ?? facts.rowScope;
    return facts[name] || '–';
  };
  const actions = (list: readonly Action[]) => list.map((action) => t(`rights.action.${action}`)).join(', ') || '–';
  return (
    <ConflictDialog
      rows={[
        ...asked.facts.map((name) => ({
          key: name,
          label: labels[name],
          mine: <bdi>{shown(draft.facts, name)}</bdi>,
          theirs: <bdi>{shown(theirs, name)}</bdi>,
          author: author(name),
        })),
        ...asked.modules.map(({ moduleId, name, mine, theirs: now }) => ({
          key: moduleId,
          label: t('rights.permissionsIn', { module: name }),
          mine: <bdi>{actions(mine)}</bdi>,
          theirs: <bdi>{actions(now)}</bdi>,
          author: author('permissions'),
        })),
      ]}
      taken={taken.map((name) => labels[name])}
      onClose={draft.closeConflict}
      onChoose={(chosen) => draft.choose(conflict, chosen)}
    />
  );
}
