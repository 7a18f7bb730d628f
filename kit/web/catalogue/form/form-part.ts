import type { AnyRow } from '#kit/contract/catalogue.ts';
import type { FormValues } from './form-values.ts';

/** What a part of a form gets that an area brings: the form's values as they are typed, and a way to fill them in. */
export interface FormPartProps {
  values: FormValues;
  errors: Readonly<Record<string, unknown>>;
  set: (name: string, value: unknown) => void;
  /** The record that is edited, as it is stored; undefined while a new one is made. */
  row?: AnyRow | undefined;
  /** Prefix of the inputs' ids. What the part fills in besides the fields takes the focus under its name when it is wrong. */
  id: string;
}
