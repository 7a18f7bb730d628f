import { ApiError } from '../api.ts';
import { toast } from '../toast.tsx';
import { type Submit, useSubmit } from '../use-submit.ts';

/** What every action answers with besides its data. */
export interface Done {
  message: string;
  /** What is odd about it, though it was taken. */
  warnings?: readonly string[];
}

/** Options of a call whose refusal the dialog shows itself, and which a repeated press does not do twice. */
export interface OnceOptions {
  quiet: true;
  once: boolean;
}

export interface Action extends Submit {
  /**
   * Sends it. When it is accepted: shows the server's message, refreshes what it changed and closes.
   * @returns the answer, or the refusal as an ApiError, which the dialog shows already.
   */
  send: <A extends Done>(work: (once: OnceOptions) => Promise<A>) => Promise<A | ApiError>;
}

/**
 * One action of a dialog or form.
 * @param refresh invalidates what the action changes.
 * @param onDone closes the dialog, after the refresh.
 */
export function useAction(refresh: () => Promise<unknown>, onDone: () => void): Action {
  const submit = useSubmit();
  return {
    ...submit,
    async send(work) {
      const answer = await submit.run(() => work({ quiet: true, once: true }));
      if (answer instanceof ApiError) return answer;
      toast.success(answer.message);
      for (const warning of answer.warnings ?? []) toast.warn(warning);
      await refresh();
      onDone();
      return answer;
    },
  };
}

/**
 * An action without a form, as of a button in a row: its message is a toast, a refusal too (the API client shows it).
 * @param refresh invalidates what the action changes; runs after a refusal as well, for the row may be out of date.
 * @returns the answer, or undefined when it was refused.
 */
export async function rowAction<A extends Done>(
  refresh: () => Promise<unknown>,
  work: () => Promise<A>,
): Promise<A | undefined> {
  try {
    const answer = await work();
    toast.success(answer.message);
    return answer;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The API client leaves this one to the page.
    if (error.status === 404) toast.error(error.message);
    return undefined;
  } finally {
    await refresh();
  }
}
