import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer, HistoryRow, ListAnswer } from '#kit/contract/answers.ts';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { ApiError, api, loadPermissions } from '#kit/web/api.ts';
import { useAllRows } from '#kit/web/catalogue/data.ts';
import { formatTime, t } from '#kit/web/i18n.ts';
import { type AuthorOf, authorsOf } from '#kit/web/live/authors.ts';
import { sendMerged } from '#kit/web/live/send-merged.ts';
import { invalidate } from '#kit/web/queries.ts';
import { role } from '#areas/identity/identity.contract.ts';
import type {
  Explanation,
  MenuChange,
  ModuleRow,
  RoleInput,
  RoleLevel,
  RolePeople,
  RolePermission,
} from './permissions.contract.ts';

/** A role as its page reads it. */
export type RoleRow = AnyRow & Omit<RoleInput, 'permissions'> & { level: number };
export type FullRole = RoleRow & { permissions: RolePermission[] };

/** All roles, highest first. */
export const useRoles = () => {
  const query = useAllRows(role, { sort: 'level' });
  return { ...query, data: query.data as RoleRow[] | undefined };
};

export const useRole = (id: string | undefined) =>
  useQuery({
    queryKey: ['role', 'one', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => (await api.get<Answer<FullRole>>(`/role/${id}`, { signal })).data,
  });

/** The empty matrix, for a role that is to be made. */
export const useOffered = (enabled: boolean) =>
  useQuery({
    queryKey: ['role', 'permissions'],
    enabled,
    queryFn: async ({ signal }) => (await api.get<Answer<RolePermission[]>>('/role/permissions', { signal })).data,
  });

/** What a role held after a change in its history. */
export const useFormerPermissions = (id: string | undefined, entryId: string | undefined) =>
  useQuery({
    queryKey: ['role', 'permissions', id, entryId],
    enabled: id !== undefined && entryId !== undefined,
    queryFn: async ({ signal }) =>
      (await api.get<Answer<RolePermission[]>>(`/role/${id}/permissions/${entryId}`, { signal })).data,
  });

/** How many people have each role, by its id. */
export const useRolePeople = () =>
  useQuery({
    queryKey: ['role', 'people'],
    queryFn: async ({ signal }) => {
      const { data } = await api.get<Answer<RolePeople[]>>('/role/people', { signal });
      return new Map(data.map(({ roleId, people }) => [roleId, people]));
    },
  });

export const useModules = (enabled = true) =>
  useQuery({
    queryKey: ['module', 'all'],
    enabled,
    // Nothing tells the browser that others changed them.
    refetchInterval: 10_000,
    queryFn: ({ signal }) => readModules(signal),
  });

export const useModuleHistory = (id: string) =>
  useQuery({
    queryKey: ['module', 'history', id],
    queryFn: async ({ signal }) =>
      (await api.get<ListAnswer<HistoryRow>>(`/module/${id}/history`, { query: { take: 100 }, signal })).data,
  });

export interface Place {
  parentId: string | null;
  /** The sibling that follows; null: none. */
  beforeId: string | null;
}
/** Whose menu a move would change. */
export const useMovePreview = (id: string, place: Place | undefined) =>
  useQuery({
    queryKey: ['module', 'preview', id, place],
    enabled: place !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (
        await api.get<Answer<MenuChange[]>>(`/module/${id}/move-preview`, {
          query: { parentId: place?.parentId ?? undefined, beforeId: place?.beforeId ?? undefined },
          signal,
          quiet: true,
        })
      ).data,
  });

export const useExplanation = (query: Readonly<Record<string, string>>, enabled: boolean) =>
  useQuery({
    queryKey: ['role', 'explain', query],
    enabled,
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.get<Answer<Explanation>>('/access/explain', { query, signal, quiet: true })).data,
  });

const once = () => ({ once: true, quiet: true });
type ModuleNaming = Pick<ModuleRow, 'name' | 'isMenu' | 'inClientMenu'>;
const namingOf = ({ name, isMenu, inClientMenu }: ModuleNaming): ModuleNaming => ({ name, isMenu, inClientMenu });
const tagOf = (row: { version: number }) => `"v${row.version}"`;

/** Writes of roles and modules. What they change of one's own menu shows at once. */
export const rightsWrites = {
  async saveRole(body: RoleInput, base?: RoleRow): Promise<Answer<FullRole>> {
    const answer = base
      ? await api.put<Answer<FullRole>>(`/role/${base.id}`, { body, ifMatch: tagOf(base), ...once() })
      : await api.post<Answer<FullRole>>('/role', { body, ...once() });
    await invalidate('role', 'history');
    return answer;
  },
  /** `was` is the order that was seen: somebody else's change meanwhile is not undone unawares. */
  async orderRoles(roleIds: readonly string[], was: readonly string[]): Promise<string> {
    const answer = await api.post<Answer<RoleLevel[]>>('/role/update-level', { body: { roleIds, was }, ...once() });
    await invalidate('role', 'user', 'app-user', 'history');
    return answer.message;
  },
  /** @throws ApiError where somebody moved it to another group since `module` was read: who, when and where to. */
  move: (module: ModuleRow, place: Place) => written(moveModule(module, place)),
  /** Says no more than what is to change: whatever others change of the module stays. @throws Clash */
  rename: (module: ModuleRow, change: Partial<ModuleNaming>) =>
    changed(
      sendMerged({
        base: module,
        body: { ...namingOf(module), ...change },
        bodyOf: namingOf,
        read: async () => (await readModules()).find(({ id }) => id === module.id) ?? module,
        send: (body, ifMatch) => api.put<Answer<ModuleRow>>(`/module/${module.id}`, { body, ifMatch, ...once() }),
        authors: () => moduleAuthors(module.id),
        labels: { name: t('rights.name'), isMenu: t('modules.inMenu'), inClientMenu: t('modules.clients') },
      }),
    ),
  flip: (module: ModuleRow) =>
    changed(api.put<Answer<unknown>>(`/module/status/${module.id}`, { ifMatch: tagOf(module), ...once() })),
  orderModules: (parentId: string | null, ids: readonly string[]) =>
    changed(api.post<Answer<ModuleRow[]>>('/module/order', { body: { parentId, ids }, ...once() })),
};

const readModules = async (signal?: AbortSignal): Promise<ModuleRow[]> =>
  (await api.get<ListAnswer<ModuleRow>>('/module', signal && { signal })).data;

/** Who changed a module's name, its group or whose menu it is in. */
export async function moduleAuthors(id: string): Promise<AuthorOf> {
  const author = await authorsOf(`module/${id}`);
  return (field) => author(field === 'isMenu' ? 'inMenu' : field === 'parentId' ? 'parent' : field);
}

/** Moves a module from where it was seen; what others changed of it besides its place stays. */
function moveModule(module: ModuleRow, place: Place): Promise<Answer<ModuleRow>> {
  const moved = async (all: readonly ModuleRow[], current: ModuleRow) => {
    const author = (await moduleAuthors(module.id))('parentId');
    const group = all.find(({ id }) => id === current.parentId)?.name ?? t('modules.top');
    const name = author?.name ?? t('conflict.someone');
    const when = formatTime(author?.at ?? new Date().toISOString());
    return new ApiError(409, { message: t('modules.movedBy', { title: current.name, name, group, when }) });
  };
  const send = async (base: ModuleRow, isAgain: boolean): Promise<Answer<ModuleRow>> => {
    try {
      const options = { body: place, ifMatch: tagOf(base), ...once() };
      return await api.put<Answer<ModuleRow>>(`/module/update-parent/${module.id}`, options);
    } catch (error) {
      if (isAgain || !(error instanceof ApiError) || error.status !== 412) throw error;
      const all = await readModules();
      const current = all.find(({ id }) => id === module.id) ?? base;
      if (current.parentId !== base.parentId || current.order !== base.order) throw await moved(all, current);
      return send(current, true);
    }
  };
  return send(module, false);
}

const changed = async (call: Promise<{ message: string }>): Promise<string> => (await written(call)).message;

async function written<Sent>(call: Promise<Sent>): Promise<Sent> {
  try {
    return await call;
  } finally {
    await Promise.all([invalidate('module', 'role', 'history'), loadPermissions().catch(() => undefined)]);
  }
}
