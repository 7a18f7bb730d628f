import type { Answer } from '#kit/contract/answers.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { invalidate } from '#kit/web/queries.ts';
import { toast } from '#kit/web/toast.tsx';
import type { TemplateText } from './render.contract.ts';

/** Sends a template, or a draft of it, with sample values to oneself. Refusals are told by the API client. */
export async function sendTest(id: string, draft: Partial<TemplateText>): Promise<void> {
  try {
    const { message } = await api.post<Answer<unknown>>(`/mail-template/${id}/test`, { body: draft });
    toast.success(message);
    await invalidate('mail');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
