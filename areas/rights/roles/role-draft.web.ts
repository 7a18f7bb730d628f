import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { ApiError } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { toast } from '#kit/web/toast.tsx';
import { type FullRole, rightsWrites, useRole } from '../rights.queries.ts';
import type { RolePermission } from '../permissions.contract.ts';
import {
  type Changes,
  changesTo,
  countChanges,
  differencesOf,
  permissionsFrom,
  sectionsOf,
} from './matrix-state.web.ts';
import { checkFacts, type Facts } from './role-facts.tsx';

const fresh: Facts = { name: '', audience: 'staff', rowScope: 'ALL', description: null };
const factsOf = ({ name, audience, rowScope, description }: Facts): Facts => ({
  name,
  audience,
  rowScope,
  description,
});

/** The changes that make an empty matrix that of another role, as far as the editor holds what it grants. */
const changesOf = (copy: FullRole): Changes =>
  new Map(
    copy.permissions.flatMap(({ moduleId, actions, mine }) =>
      actions.filter((action) => mine.includes(action)).map((action) => [`${moduleId} ${action}`, true] as const),
    ),
  );

/** Where a draft begins: the role that is edited, or another one that a new one copies, or nothing. */
export interface DraftStart {
  base: FullRole | undefined;
  copy: FullRole | undefined;
  /** Permissions that the role held once and is to hold again. */
  former: readonly RolePermission[] | undefined;
  /** Permissions that the editor may give in a new role. */
  offered: readonly RolePermission[];
}

/**
 * A role that is being written, until it is saved.
 * @param id the fields have ids of this and their name: the first wrong one takes the focus.
 */
export function useRoleDraft({ base: given, copy, former, offered }: DraftStart, id: string) {
  const t = useT();
  const navigate = useNavigate();
  const theirs = useRole(given?.id);
  const [base, setBase] = useState(given);
  const start: Facts = base ?? (copy ? { ...factsOf(copy), name: t('rights.copyOf', { name: copy.name }) } : fresh);
  const [facts, setFacts] = useState<Facts>(() => factsOf(start));
  const [changes, setChanges] = useState<Changes>(() =>
    given && former ? changesTo(given.permissions, former) : copy && !given ? changesOf(copy) : new Map(),
  );
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

  const refused = async (error: ApiError) => {
    if (error.status === 412) return overtaken();
    setErrors(error.fields);
    setGeneral(error.fields['permissions'] ?? (Object.keys(error.fields).length > 0 ? undefined : error.message));
    const [at] = Object.keys(error.fields);
    if (at) document.getElementById(`${id}-${at}`)?.focus();
  };
  /** Shows what is wrong with the facts. @returns whether nothing is */
  const check = (): boolean => {
    const wrong = checkFacts(facts);
    setErrors(wrong);
    setGeneral(undefined);
    const [first] = Object.keys(wrong);
    if (first) document.getElementById(`${id}-${first}`)?.focus();
    return first === undefined;
  };
  const save = async () => {
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
      await refused(error);
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
  return {
    base,
    facts,
    setFacts,
    errors,
    checkField: (name: keyof Facts) => setErrors({ ...errors, ...checkFacts(facts, name) }),
    general,
    busy,
    sections,
    changes,
    setChanges,
    changed,
    differences: () => differencesOf(sections, changes),
    check,
    /** There is something that leaving would lose. */
    wouldLose: () => isDirty && !saved.current,
    save,
  };
}
