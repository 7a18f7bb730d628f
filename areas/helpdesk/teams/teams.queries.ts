import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import type { StaffPerson, TeamMember } from './help-team.contract.ts';

/** Staff users who may be added to a team. */
export const useTeamPeople = () =>
  useQuery({
    queryKey: ['user', 'team-people'],
    queryFn: async ({ signal }) => (await api.get<Answer<StaffPerson[]>>('/help-team/people', { signal })).data,
  });

/** Members of a team, which lists of teams do not carry. */
export const useMembers = (teamId: string | undefined) =>
  useQuery({
    queryKey: ['help-team', 'members', teamId],
    enabled: teamId !== undefined,
    queryFn: async ({ signal }) =>
      (await api.get<Answer<{ members: TeamMember[] }>>(`/help-team/${teamId}`, { signal })).data.members,
  });
