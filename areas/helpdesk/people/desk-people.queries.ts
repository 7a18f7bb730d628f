import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import type { DeskPeople } from './desk-people.contract.ts';

/** Whom tickets may be given to. */
export const useDeskPeople = () =>
  useQuery({
    queryKey: ['user', 'desk-people'],
    queryFn: async ({ signal }) => (await api.get<Answer<DeskPeople>>('/help-desk/people', { signal })).data,
  });
