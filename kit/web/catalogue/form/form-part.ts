import type { ReactNode } from 'react';
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

/** What a form gets that an area arranges itself: every field is drawn where it is asked for, or not at all. */
export interface FormBodyProps extends FormPartProps {
  /** Draws a field with its label and message; nothing for one that this reader does not have. */
  field: (name: string) => ReactNode;
  /** What is wrong with a field that the area draws itself. */
  errorOf: (name: string) => string | undefined;
}
