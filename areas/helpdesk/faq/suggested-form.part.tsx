import type { FormPartProps } from '#kit/web/catalogue/form/form-part.ts';
import { SuggestedAnswers } from './suggested-answers.tsx';

const nothingMore = () => undefined;

/** Answers that make the ticket unnecessary which somebody begins to write. */
export function SuggestedFormPart({ values, row }: FormPartProps) {
  const { subject } = values as { subject?: string };
  return row ? null : <SuggestedAnswers subject={subject ?? ''} onAnswered={nothingMore} />;
}
