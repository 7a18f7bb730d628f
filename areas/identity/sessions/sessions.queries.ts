import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import type { Profile, SessionRow } from './sessions.contract.ts';

const own = <Data>(path: string) => ({
  queryKey: ['session', path],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.get<Answer<Data>>(`/session/${path}`, { signal, quiet: true })).data,
});

/** Whether a code is asked for at one's own sign-in. */
export const useTwoStep = () => useQuery(own<{ onSince: string | null; codesLeft: number }>('two-step'));
export const useProfile = () => useQuery(own<Profile>('profile'));
export const useSessions = () => useQuery(own<SessionRow[]>('list'));
