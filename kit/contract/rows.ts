import type { AnyCatalogue, AnyRow, RefInfo, RowBase } from './catalogue.ts';
import type { Choice, Fields, FileRef, Place } from './fields.ts';

/** What one value of each field kind is in TypeScript. */
interface OfKind {
  text: string;
  longText: string;
  integer: number;
  decimal: number;
  money: number;
  flag: boolean;
  date: string;
  time: string;
  ref: string;
  file: FileRef;
  place: Place;
}
type One<F> = F extends { kind: 'choice'; choices: readonly Choice<infer V>[] }
  ? F extends { numeric: true }
    ? V extends `${infer N extends number}`
      ? N
      : never
    : V
  : F extends { kind: keyof OfKind }
    ? OfKind[F['kind']]
    : never;

/** A field's value in a row: an absent one is null, or the empty list where a field has many. */
export type ValueOf<F> = F extends { many: true }
  ? readonly One<F>[]
  : F extends { optional: true }
    ? One<F> | null
    : One<F>;

/** The name under which a row carries what a ref field refers to; see `refName`. */
type RefName<Name> = Name extends `${infer Stem}Id` ? Stem : Name;
/** The row of an organisation always says whose it is, also where a write may leave that out. */
type Values<F> = { [Name in keyof F]: Name extends 'orgId' ? string : ValueOf<F[Name]> };
/** Null where nothing is referred to, or the reader cannot see what is. */
type Refs<F> = { [Name in keyof F as F[Name] extends { kind: 'ref' } ? RefName<Name> : never]: RefInfo | null };
/** One object type, so that it passes where generic code wants a row. */
type Flat<T> = { [Name in keyof T]: T[Name] };
type IsAny<D extends AnyCatalogue> = string extends keyof D['fields'] ? true : false;

/**
 * A row of one catalogue: `RowOf<typeof vehicle>` has every field of the definition, those that the server sets, and what
 * every row has. Of a catalogue that is not known it is AnyRow.
 */
export type RowOf<D extends AnyCatalogue> =
  IsAny<D> extends true
    ? AnyRow
    : Flat<RowBase & Values<D['fields']> & Refs<D['fields']> & Values<D['readOnly']> & Refs<D['readOnly']>>;

type Absent<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { optional: true } | { kind: 'file' } ? Name : never;
}[keyof F];
/** What a write may hold for a field: files stay as they are where they are left out. */
type Written<F> = F extends { kind: 'file' } ? FileRef | null : ValueOf<F>;

/**
 * The values of a create or update, checked field by field: `ValuesOf<typeof vehicle>`. Optional ones may be null or left out.
 */
export type ValuesOf<D extends AnyCatalogue> =
  IsAny<D> extends true
    ? Record<string, unknown>
    : Flat<
        { -readonly [Name in Exclude<keyof D['fields'], Absent<D['fields']>>]: Written<D['fields'][Name]> } & {
          -readonly [Name in Absent<D['fields']>]?: Written<D['fields'][Name]> | null | undefined;
        }
      >;

/** Messages at fields of a catalogue. */
export type MessagesOf<D extends AnyCatalogue> =
  IsAny<D> extends true ? Record<string, string> : { -readonly [Name in keyof D['fields']]?: string };
