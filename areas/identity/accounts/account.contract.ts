import type { Catalogue } from '#kit/contract/catalogue.ts';
import type { NumberField, Optional, RefField, TextField } from '#kit/contract/fields.ts';

/** What accounts of staff and of clients have in common. */
export type Account = Catalogue<
  { name: TextField; email: Optional<TextField>; mobile: Optional<TextField>; roleId: RefField },
  { roleLevel: NumberField }
>;
