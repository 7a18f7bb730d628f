import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';
import type { Draft, RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { type helpTeam, mostMembers, type TeamMember } from './help-team.contract.ts';
import { leaveTeams, membersOf, setMembers, staffNamed, withoutTickets } from './members.store.ts';

const memberSchema: z.ZodMiniType<TeamMember> = z.strictObject({
  id: z.string(),
  name: z.string(),
  status: z.union([z.literal(0), z.literal(1)]),
});

/** Keeps the members of a team, who come with its fields, beside its row. */
export const helpTeamPolicy: RowPolicy<typeof helpTeam> = {
  details: {
    schema: { members: z.array(memberSchema) },
    read: async (db, _, { id }) => ({ members: await membersOf(db, id) }),
  },
  async complete(db, _, drafts) {
    for (const draft of drafts) if (draft.beside) await completeMembers(db, draft);
  },
  async after(db, writer, change, row) {
    if (!('beside' in change) || !change.beside) return;
    await setMembers(db, writer, row.id, change.beside['members'] as string[]);
  },
  // What it shows besides its fields has changed with the members.
  afterMany: () => Promise.resolve(),
};

/** Leaves the ids of the members in `beside`, or says why one of them cannot be. */
async function completeMembers(db: Queryable, draft: Draft<typeof helpTeam>): Promise<void> {
  const wrong = (message: string) => {
    (draft.messages as Record<string, string>)['members'] = message;
  };
  const given = draft.beside?.['members'];
  if (!Array.isArray(given) || !given.every((one) => typeof one === 'string' && isId(one.toLowerCase())))
    return wrong('Must be a list of ids of staff users');
  const ids = [...new Set((given as string[]).map((id) => id.toLowerCase()))];
  if (ids.length > mostMembers) return wrong(`A team has at most ${mostMembers} members`);
  const before = draft.before ? await membersOf(db, draft.before.id) : [];
  const found = await staffNamed(db, ids);
  if (found.length < ids.length) return wrong('Every member must be a staff user who is there');
  const former = new Set(before.map(({ id }) => id));
  const off = found.find(({ id, status }) => status === 0 && !former.has(id));
  if (off) return wrong(`The account of ${off.name} is inactive, so they cannot be added`);
  const shut = await withoutTickets(
    db,
    ids.filter((id) => !former.has(id)),
  );
  const other = found.find(({ id }) => shut.has(id));
  if (other) return wrong(`${other.name} has no permission to view tickets, so they cannot be added`);
  if (ids.length === former.size && ids.every((id) => former.has(id))) {
    draft.beside = undefined;
    return undefined;
  }
  draft.beside = { members: ids };
  const names = (members: readonly TeamMember[]) => members.map(({ name }) => name).join(', ') || null;
  draft.told = { before: { members: names(before) }, after: { members: names(found) } };
  return undefined;
}

/** Whoever is deleted is a member of no team any more. */
export const memberPolicy: RowPolicy = {
  async after(db, writer, { action }, row) {
    if (action === 'delete') await leaveTeams(db, writer, row.id);
  },
};
