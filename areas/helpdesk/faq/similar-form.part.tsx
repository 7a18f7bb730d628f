import type { FormPartProps } from '#kit/web/catalogue/form/form-part.ts';
import { SuggestedAnswers } from './suggested-answers.tsx';

/** Answers that are there already to a question much like the one that is being written. */
export function SimilarFormPart({ values, row }: FormPartProps) {
  const { question } = values as { question?: string };
  return <SuggestedAnswers subject={question ?? ''} except={row?.id} />;
}
