import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer, ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import type { ImportState, OneRoadImport, RoadFault, RoadImport, RoadOrigin } from '../road-import.contract.ts';

type Query = Record<string, string | number | undefined>;
const pollMs = 1_000;
const moving: ReadonlySet<ImportState> = new Set(['READING', 'IMPORTING', 'UNDOING']);
export const isMoving = ({ state }: { state: ImportState }): boolean => moving.has(state);

/** How a state is drawn: shape and colour. */
export const shapes: Record<ImportState, 'ok' | 'due' | 'bad' | 'info' | 'off'> = {
  UPLOADING: 'info',
  READING: 'info',
  CHECKED: 'due',
  IMPORTING: 'info',
  DONE: 'ok',
  UNDOING: 'info',
  UNDONE: 'off',
  CANCELLED: 'off',
  FAILED: 'bad',
};

export const useImports = (query: Query) =>
  useQuery({
    queryKey: ['road-import', 'list', query],
    queryFn: ({ signal }) =>
      api.get<ListAnswer<RoadImport> & { dataSets: string[] }>('/road-import', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.some(isMoving) ? pollMs : false),
  });

export const useImport = (id: string) =>
  useQuery({
    queryKey: ['road-import', id],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<OneRoadImport>>(`/road-import/${id}`, { signal, quiet: true })).data,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? pollMs : false),
  });

export const useFaults = (id: string, query: Query) =>
  useQuery({
    queryKey: ['road-import', id, 'fault', query],
    queryFn: async ({ signal }) => {
      const { data, count } = await api.get<ListAnswer<RoadFault>>(`/road-import/${id}/fault`, { query, signal });
      return { data, count: count ?? 0 };
    },
    placeholderData: keepPreviousData,
  });

/** Imports that wrote to a road. */
export const useOrigins = (roadId: string) =>
  useQuery({
    queryKey: ['road', roadId, 'import'],
    queryFn: async ({ signal }) => (await api.get<Answer<RoadOrigin[]>>(`/road/${roadId}/import`, { signal })).data,
  });
