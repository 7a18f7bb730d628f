import { useReducer } from 'react';
import { ApiError, api } from '#kit/web/api.ts';
import type { Answer } from '#kit/contract/answers.ts';
import { named, useT } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { toast } from '#kit/web/toast.tsx';
import { type SubjectField, subjectPaths } from '../documents/subjects.contract.ts';
import type { SetKind } from '../review/review.contract.ts';
import { afterStep, bodyOf, type Draft, emptyQueue, problemsOf, type Queue, type Step } from './upload-queue.rules.ts';

export interface Uploads {
  queue: Queue;
  step: (step: Step) => void;
  /** Uploads one, unless something is missing; the next is shown at once. @returns whether it is on its way. */
  send: (draft: Draft, kind: SetKind) => boolean;
}

/** Documents of one record that are about to be uploaded, each by itself: what is refused or does not arrive stays as it was. */
export function useUploads(field: SubjectField, id: string): Uploads {
  const t = useT();
  const [queue, step] = useReducer(afterStep, emptyQueue);
  const upload = async (draft: Draft, kind: SetKind) => {
    try {
      const answer = await api.post<Answer<unknown>>('/vehicle-kyc-doc', {
        form: bodyOf(draft, kind, [field, id]),
        quiet: true,
        idempotencyKey: draft.key,
      });
      toast.success(answer.message);
      for (const warning of answer.warnings ?? []) toast.warn(warning);
      step({ do: 'stored', id: draft.id });
      await invalidate('vehicle-kyc-doc', subjectPaths[field], 'dashboard', 'history');
    } catch (error) {
      const refusal = error instanceof ApiError ? error : new ApiError(0, {});
      step({ do: 'refused', id: draft.id, message: refusal.message, fields: byField(refusal.fields) });
    }
  };
  return {
    queue,
    step,
    send(draft, kind) {
      const problems = problemsOf(draft, kind);
      const names = Object.entries(problems);
      if (names.length > 0) {
        const values = { name: named(kind.type.label), limit: kind.maxFileMb, formats: formatsOf(kind) };
        const fields = Object.fromEntries(
          names.map(([name, problem]) => [name, t(`upload.problem.${problem}`, values)]),
        );
        step({ do: 'check', id: draft.id, fields });
        return false;
      }
      step({ do: 'send', id: draft.id });
      void upload(draft, kind);
      return true;
    },
  };
}

/** What a type takes, for people: PDF, JPG. */
export const formatsOf = (kind: SetKind): string =>
  kind.formats.map((one) => (one === 'JPEG' ? 'JPG' : one === 'WEBP' ? 'WebP' : one)).join(', ');

/** The pages have one place for what is wrong with any of them. */
function byField(fields: Readonly<Record<string, string>>): Record<string, string> {
  const page = ['front', 'back', 'page3', 'page4', 'page5'].map((name) => fields[name]).find(Boolean);
  return { ...fields, ...(page ? { pages: page } : {}) };
}
