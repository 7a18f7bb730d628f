import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { ApiError } from '#kit/web/api.ts';
import { formatTime, useT } from '#kit/web/i18n.ts';
import { type Author, type AuthorOf, authorsOf, latestOf } from '#kit/web/live/authors.ts';
import { toast } from '#kit/web/toast.tsx';
import { role } from '#areas/identity/identity.contract.ts';
import { type FullRole, rightsWrites, useRole } from '../../rights.queries.ts';
import type { RolePermission } from '../../permissions.contract.ts';
import {
  type Changes,
  changesTo,
  countChanges,
  differencesOf,
  permissionsFrom,
  sectionsOf,
} from '../matrix-state.web.ts';
import { checkFacts, type Facts } from './role-facts.tsx';
import { chooseOf, factsOf, mergeRole, type RoleMerge } from './role-merge.web.ts';

const fresh: Facts = { name: '', audience: 'staff', rowScope: 'ALL', description: null };

/** The changes that make an empty matrix that of another role, as far as the editor holds what it grants. */
const changesOf = (copy: FullRole): Changes =>
  new Map(
    copy.permissions.flatMap(({ moduleId, actions, mine }) =>
      actions.filter((action) => mine.includes(action)).map((action) => [`${moduleId} ${action}`, true] as const),
    ),
  );

/** What both sides changed of a role, and who changed it. */
export interface RoleConflict extends RoleMerge {
  theirs: FullRole;
  author: AuthorOf;
}
export const roleAuthors = (id: string): Promise<AuthorOf> => authorsOf(`${role.path}/${id}`);

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
  const [conflict, setConflict] = useState<RoleConflict>();
  const [busy, setBusy] = useState(false);
  const saved = useRef(false);
  const sections = useMemo(
    () => sectionsOf(base?.permissions ?? offered, facts.audience),
    [base, offered, facts.audience],
  );
  const changed = countChanges(sections, changes);
  const isDirty = changed > 0 || JSON.stringify(facts) !== JSON.stringify(factsOf(start));

  const refused = async (error: ApiError) => {
    if (error.status === 412) {
      const { data } = await theirs.refetch();
      const author = data && (await overtaken(data));
      if (author) setGeneral(t('rights.overtaken', { name: author.name, when: formatTime(author.at) }));
      return;
    }
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
  /**
   * Somebody else saved in between: their version is taken up, and what was written here is laid over it. What both changed
   * is asked for first.
   * @returns who saved it and when; nothing while it is asked.
   */
  const overtaken = async (theirs: FullRole): Promise<Author | undefined> => {
    if (!base) return undefined;
    const merge = mergeRole(base, theirs, facts, changes);
    const author = await roleAuthors(theirs.id);
    if (merge.asked.facts.length + merge.asked.modules.length > 0) {
      setConflict({ ...merge, theirs, author });
      return undefined;
    }
    setFacts(merge.facts);
    setBase(theirs);
    return latestOf(author, merge.taken) ?? { name: t('conflict.someone'), at: theirs.updatedAt };
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
    /** A version that somebody else saved while this one was open. */
    newer:
      base && theirs.data && theirs.data.version > base.version && !busy && !saved.current ? theirs.data : undefined,
    update: async (newer: FullRole) => {
      if (await overtaken(newer)) toast.success(t('conflict.updated'));
    },
    /** What both sides changed, while it is asked for. */
    conflict,
    closeConflict: () => setConflict(undefined),
    choose: (of: RoleConflict, chosen: ReadonlySet<string>) => {
      const { facts: next, changes: ticked } = chooseOf(of, of.theirs, chosen);
      setFacts(next);
      setChanges(ticked);
      setBase(of.theirs);
      setConflict(undefined);
      toast.success(t('conflict.merged'));
    },
  };
}
