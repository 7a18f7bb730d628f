import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { invalidate } from '#kit/web/queries.ts';
import type { Probe } from './limits/probe.contract.ts';
import { type LineGeometry, type LinePoint } from './road/line.contract.ts';
import type { RoadLimits, RulePreview } from './rules/road-limits.contract.ts';

export const refreshRoads = () => invalidate('road', 'road-speed-rule', 'history');

/** The points of a road's line; none while it has no line. */
export const useRoadLine = (id: string) =>
  useQuery({
    queryKey: ['road', 'line', id],
    enabled: id !== '',
    queryFn: async ({ signal }): Promise<LinePoint[]> => {
      const { data } = await api.get<Answer<{ geometry: LineGeometry | null }>>(`/road/${id}`, { signal });
      return (data.geometry?.coordinates ?? []).map(([lon, lat]) => [lat, lon]);
    },
  });

/** The limits along a road; `at` is a moment, or empty for now. */
export const useRoadLimits = (id: string, speedClass: string, at: string) =>
  useQuery({
    queryKey: ['road-speed-rule', 'limits', id, speedClass, at],
    enabled: id !== '',
    queryFn: async ({ signal }) =>
      (
        await api.get<Answer<RoadLimits>>(`/road/${id}/limits`, {
          query: { class: speedClass, at: at === '' ? undefined : at },
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
  });

/** What a rule that is being typed would overlap with. */
export const useRulePreview = (body: Readonly<Record<string, unknown>>, isReady: boolean) =>
  useQuery({
    queryKey: ['road-speed-rule', 'preview', body],
    enabled: isReady,
    queryFn: async ({ signal }) =>
      (await api.post<Answer<RulePreview>>('/road-speed-rule/preview', { body, signal, quiet: true })).data,
    placeholderData: keepPreviousData,
  });

export const useProbe = (query: Readonly<Record<string, string | number | undefined>>, isReady: boolean) =>
  useQuery({
    queryKey: ['road', 'probe', query],
    enabled: isReady,
    queryFn: async ({ signal }) => (await api.get<Answer<Probe>>('/road/probe', { query, signal, quiet: true })).data,
    placeholderData: keepPreviousData,
  });
