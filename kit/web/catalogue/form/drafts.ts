import type { AnyRow } from '#kit/contract/catalogue.ts';
import type { FormValues } from './form-values.ts';

/** What was typed into a form that had to be left because the session ended, files included. */
export interface Draft {
  values: FormValues;
  /** The version that was being edited: an older one than the server's shows the conflict dialog on saving. */
  base: AnyRow | undefined;
}

/** Kept in this page's memory only: nothing of it is written anywhere, and it is for the same person alone. */
const drafts = new Map<string, Draft>();
const keyOf = (userId: string, address: string) => `${userId} ${address}`;

export const keepDraft = (userId: string, address: string, draft: Draft): void => {
  drafts.clear();
  drafts.set(keyOf(userId, address), draft);
};
export const draftOf = (userId: string, address: string): Draft | undefined => drafts.get(keyOf(userId, address));
export const dropDrafts = (): void => drafts.clear();
