/** A text in the form it is kept in, what is odd about it, and what it says by its parts. */
export interface Accepted {
  value: string;
  warnings: string[];
  parts: Record<string, string | null>;
}
export interface Refused {
  /** What is wrong, in a sentence. */
  problem: string;
}
export type Checked = Accepted | Refused;

/** Reads a text as people write it. Pure: the same text always gives the same answer. */
export type Format = (text: string) => Checked;

export const accepted = (value: string, parts: Accepted['parts'] = {}, warnings: string[] = []): Accepted => ({
  value,
  warnings,
  parts,
});
export const isRefused = (checked: Checked): checked is Refused => 'problem' in checked;

/** In capitals, without spaces and hyphens. */
export const compact = (text: string): string => text.replace(/[\s\p{Pd}]+/gu, '').toUpperCase();
