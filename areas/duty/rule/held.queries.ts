import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import type { Held } from './held.contract.ts';

/** What acts of a rule until midnight, beside what it says. */
export const useHeld = (ruleId: string) =>
  useQuery({
    queryKey: ['off-duty-rule', 'held', ruleId],
    queryFn: async ({ signal }) => (await api.get<Answer<Held>>(`/off-duty-rule/${ruleId}`, { signal })).data,
  });
