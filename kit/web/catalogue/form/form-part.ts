import type { FormValues } from './form-values.ts';

/** What a part of a form gets that an area brings: the form's values as they are typed, and a way to fill them in. */
export interface FormPartProps {
  values: FormValues;
  errors: Readonly<Record<string, unknown>>;
  set: (name: string, value: unknown) => void;
}
