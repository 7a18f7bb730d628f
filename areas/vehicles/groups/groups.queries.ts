import { useQuery } from '@tanstack/react-query';
import type { Answer, BulkReport } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { invalidate } from '#kit/web/queries.ts';
import type { Selection } from '#kit/web/exports.ts';
import type { OnceOptions } from '#kit/web/ui/use-action.ts';
import type { GroupOfVehicle } from './group.contract.ts';

/** What shows groups and their vehicles is stale after any change of them. */
export const refreshGroups = () => invalidate('vehicle-group', 'vehicle', 'history');

export const useGroupsOf = (vehicleId: string) =>
  useQuery({
    queryKey: ['vehicle', 'groups', vehicleId],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<GroupOfVehicle[]>>(`/vehicle/${vehicleId}/groups`, { signal, quiet: true })).data,
  });

export const addToGroup = (groupId: string, selection: Selection, once: OnceOptions) =>
  api.post<Answer<BulkReport>>(`/vehicle-group/${groupId}/vehicles`, { body: selection, ...once });

export const removeFromGroup = (groupId: string, ids: readonly string[]) =>
  api.post<Answer<unknown>>(`/vehicle-group/${groupId}/remove-vehicles`, {
    body: { ids },
    once: true,
  });
