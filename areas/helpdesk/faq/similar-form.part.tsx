import type { FormPartProps } from '#kit/web/catalogue/form/form-part.ts';
import { MadeOfReply } from './made-of-reply.tsx';
import { SuggestedAnswers } from './suggested-answers.tsx';

/** Where a new FAQ comes from, and answers that are there already to a question much like the one that is being written. */
export function SimilarFormPart({ values, row }: FormPartProps) {
  const { question } = values as { question?: string };
  return (
    <>
      {row ? null : <MadeOfReply />}
      <SuggestedAnswers subject={question ?? ''} except={row?.id} />
    </>
  );
}
