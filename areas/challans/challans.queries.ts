import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import type { RuleTest } from './rules/rule-test.contract.ts';

/** What the rules ask for in a case. Any write to rules asks again. */
export const useRuleTest = (query: Readonly<Record<string, string | number | undefined>>, isReady: boolean) =>
  useQuery({
    queryKey: ['challan-rule', 'test', query],
    enabled: isReady,
    queryFn: async ({ signal }) =>
      (await api.get<Answer<RuleTest>>('/challan-rule/test', { query, signal, quiet: true })).data,
    placeholderData: keepPreviousData,
  });
