import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { cannedReply } from './canned-reply.contract.ts';
import { replyProblem } from './reply-text.rules.ts';

/** A template holds no placeholder that nothing fills. */
export const cannedReplyPolicy: RowPolicy<typeof cannedReply> = {
  complete(_db, _writer, drafts) {
    for (const { values, messages } of drafts) {
      const problem = replyProblem(values.text);
      if (problem !== undefined) messages.text = problem;
    }
    return Promise.resolve();
  },
};
