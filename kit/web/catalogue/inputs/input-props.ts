import type { AnyRow, RefInfo } from '#kit/contract/catalogue.ts';
import type { AnyField, FileRef } from '#kit/contract/fields.ts';

/** What every input of a form is given. */
export interface InputProps {
  id: string;
  field: AnyField;
  value: unknown;
  error: string | undefined;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  /** The field that takes the focus when the form opens. */
  first: boolean;
  /** What the row refers to now, shown even when it is inactive. */
  current: RefInfo | null;
  stored: FileRef | null;
  /** Of a reference: filters of what is offered. */
  narrow?: Readonly<Record<string, string>>;
  /** Opens a form for a new row of the catalogue a reference points to. */
  onCreate?: (name: string) => void;
}

/** By the path of a catalogue: what makes a row of it in passing and gives it; undefined where that is not done. */
export type CreatorOf = (path: string) => ((name: string) => Promise<AnyRow | undefined>) | undefined;
