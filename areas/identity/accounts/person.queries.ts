import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { api } from '#kit/web/api.ts';
import type { SessionRow, SignInFacts } from '../sessions/sessions.contract.ts';

/** Users and app users are asked about by one call; what is known of them goes stale with their own catalogue. */
const of = <Data>(definition: AnyCatalogue, row: AnyRow, what: string) => ({
  queryKey: [definition.path, what, row.id],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.get<Answer<Data>>(`/user/${row.id}/${what}`, { signal, quiet: true })).data,
});

/** Where somebody else is signed in. */
export const usePersonSessions = (definition: AnyCatalogue, row: AnyRow) =>
  useQuery(of<SessionRow[]>(definition, row, 'sessions'));
/** How somebody else signs in. */
export const useSignInFacts = (definition: AnyCatalogue, row: AnyRow) =>
  useQuery(of<SignInFacts>(definition, row, 'sign-in'));
