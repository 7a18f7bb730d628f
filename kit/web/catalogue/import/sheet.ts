import type { ImportMode, ImportSheet } from '#kit/contract/import.ts';

/** A file as the server read it, with the columns it thinks it knows. */
export interface ReadSheet extends ImportSheet {
  mapping: Record<string, string>;
  keys: string[][];
}
/** What is to be done with the rows. */
export interface Plan {
  mode: ImportMode;
  key: string[];
  partial: boolean;
}
