import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { download } from '#kit/web/catalogue/data.ts';
import { invalidate } from '#kit/web/queries.ts';
import type { EvidenceBundle, EvidenceCheck } from './evidence.contract.ts';

export const useBundles = (violationId: string) =>
  useQuery({
    queryKey: ['violation', 'evidence', violationId],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<EvidenceBundle[]>>(`/violation/${violationId}/evidence`, { signal })).data,
  });

export const makeBundle = (violationId: string) =>
  api.post<Answer<EvidenceBundle> & { message: string }>(`/violation/${violationId}/evidence`);

export const refreshBundles = () => invalidate('violation');

export async function downloadBundle(id: string): Promise<void> {
  const { blob, name } = await api.blob('GET', `/evidence/${id}/file`);
  download(blob, name);
}

export async function checkBundle(file: File): Promise<EvidenceCheck> {
  const form = new FormData();
  form.append('file', file, file.name);
  return (await api.post<Answer<EvidenceCheck>>('/evidence/verify', { body: form, quiet: true })).data;
}
