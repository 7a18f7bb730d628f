import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import type { AuthorOf } from '#kit/web/live/authors.ts';
import type { Profile, ProfileChanges, SessionRow } from './sessions.contract.ts';

const own = <Data>(path: string) => ({
  queryKey: ['session', path],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.get<Answer<Data>>(`/session/${path}`, { signal, quiet: true })).data,
});

/** Whether a code is asked for at one's own sign-in. */
export const useTwoStep = () => useQuery(own<{ onSince: string | null; codesLeft: number }>('two-step'));
/** One's own particulars. Nothing tells the browser that others changed them, so they are asked for now and then. */
export const useProfile = () => useQuery({ ...own<Profile>('profile'), refetchInterval: 10_000 });
/** Who changed a field of them last. */
export async function profileAuthors(): Promise<AuthorOf> {
  const { data } = await api.get<Answer<ProfileChanges>>('/session/profile/changes', { quiet: true });
  return (field) => data[field as keyof ProfileChanges] ?? undefined;
}
export const useSessions = () => useQuery(own<SessionRow[]>('list'));
