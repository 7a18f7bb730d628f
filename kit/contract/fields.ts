import type { FormatName } from './formats/formats.ts';

/**
 * The closed set of field kinds a catalogue is made of. A field is plain data: the server, the web app and the tests
 * read the same object. Values travel as: text string, integer/decimal/money number (money in whole paise), flag boolean,
 * date 'YYYY-MM-DD', choice its value, ref the id (UUID), file a FileRef, place { lat, lon } in degrees.
 */
interface Common {
  label: string;
  /** The label for clients, where it is another thing to them: see `forClients` of catalogues. */
  forClients?: string;
  /** One line under the input. */
  help?: string;
  /** What an absent value means, where it means something: shown in its place, and never called missing. */
  whenEmpty?: string;
  /**
   * Asked for only where a choice of the same record has one of these values: elsewhere the form does not show it, and nothing calls
   * it missing. The area's policy refuses what does not belong together.
   */
  onlyWith?: { field: string; values: readonly string[]; isNeeded?: boolean };
  /** Name of a field whose choice fills this one in: forms fold it away until somebody asks for it, has it without that one, or has it wrong. */
  comesWith?: string;
  /** Which of its meanings the label has here, where another language has a word for each: the list of words has it in brackets behind the label. */
  means?: 'condition';
  /** Shown as a column of the list. */
  list?: boolean;
  /** May be filtered by (one query parameter; `<field>From`/`<field>To` for numbers and dates). */
  filter?: boolean;
  /** May be sorted by. Listed scalar fields are sortable unless this says false. */
  sort?: boolean;
  /**
   * Searched by `q`: a word is found anywhere in the text; with 'words' where one of the text begins, or a part of one (`HD-2611-00042`
   * by `00042`), which an index finds at once among millions of texts that have most of their letters in common.
   */
  search?: boolean | 'words';
  /** A name that people know by heart: where few or no others are found, the search over everything finds those that sound like it. */
  sounds?: boolean;
  /**
   * May be changed in its cell of the list, by those who may edit: what staff correct often, and nothing that law, money or
   * safety hangs on. One value that fits in a cell; never the field that links to the record.
   */
  inline?: boolean;
  /**
   * Shown to staff alone: clients get it empty, and cannot filter or sort by it. An optional field of a catalogue that is
   * everybody's, whose other fields clients see; or one that the server sets, whose changes its area tells in the history of a
   * module that is for staff alone.
   */
  staffOnly?: boolean;
  /**
   * Whether the value is the owner's own, so that the next owner of the record does not get it: it is emptied, or becomes what is
   * said here. Records that change owners answer it for every field: see `StatesFacts`.
   */
  leavesWithOwner?: boolean | { becomes: string | number | boolean };
  /**
   * Whether a reviewer compared the value with the record's main document, so that a change puts the verified document back to
   * review. Records that documents are verified against answer it for every field.
   */
  triggersReview?: boolean;
}

export interface TextField extends Common {
  /**
   * Words of the product and not of people: shown in the language of the reader. 'names': people write here as well, so what is as a whole
   * a text of the product is shown so, and the rest stays.
   */
  spoken?: boolean | 'names';
  kind: 'text';
  min?: number;
  max?: number;
  pattern?: RegExp;
  /** What the pattern wants, in words, e.g. "Two letters and two or three digits, like MH12". */
  patternHint?: string;
  /** Letters are changed to this case before checking. */
  letters?: 'upper' | 'lower';
  /** The number it is: what checks it, and gives it the one form in which it is kept. Never Aadhaar, which is not kept. */
  format?: Exclude<FormatName, 'aadhaar'>;
  /**
   * May be given as a full Aadhaar number; everywhere else one is refused. 'last4' keeps its last four digits; 'taken' hands it
   * to the area's own rules, which refuse or shorten it before it is stored.
   */
  aadhaar?: 'last4' | 'taken';
  /** Spaces and hyphens are taken out before checking: plates and numbers that people write in groups. */
  compact?: boolean;
  /**
   * Kept encrypted; rows show this many of its last characters only, and never more than half of them. Whoever may
   * `approve` is shown the whole value, one at a time; of 0, a secret, nobody is.
   */
  sealed?: number;
  /**
   * A number with signs between its groups, as `HD-2611-00042` and `MH31/2611/0047712` have: a search finds it whole without them as well,
   * and with others.
   */
  grouped?: boolean;
  /** Several values, each of the given shape, at most 50. */
  many?: boolean;
  /** Drawn in the monospace face: codes and plates. */
  code?: boolean;
  /**
   * A registration number, drawn as its plate. 'plateUse': the table has a column `plate_use` with the use that gives the plate its
   * colour (see `plateUses`); rows carry it, and where the number names them, references to them as well.
   */
  plate?: true | 'plateUse';
  /**
   * The id of something that is no record of a catalogue: a UUID, which nobody reads. It is filtered by in addresses; what screens,
   * files and the history say of it stands in another field.
   */
  opaque?: boolean;
}
export interface LongTextField extends Common {
  kind: 'longText';
  max?: number;
  /** As of TextField: what is as a whole a text of the product is shown in the language of the reader. */
  spoken?: 'names';
  /** Formatted text: HTML of a small set of elements, cleaned by the server before it is stored. */
  rich?: boolean;
}
export interface NumberField extends Common {
  kind: 'integer' | 'decimal' | 'money';
  min?: number;
  max?: number;
  /** Drawn after the number in forms and in the column head. */
  unit?: string;
  /** Years and other numbers that are names: no digit grouping. */
  plain?: boolean;
  /** Added where people read it: for numbers that are counted from 0, and by people from 1. */
  shownFrom?: number;
}
export interface FlagField extends Common {
  kind: 'flag';
  /** Words for true and false, e.g. ['Transport', 'Private']. */
  words?: readonly [string, string];
}
export interface DateField extends Common {
  kind: 'date';
  min?: string;
  max?: string;
  /** A deadline: one that is near is shown in lists by how far it is, 'in 6 days'. */
  distance?: boolean;
}
/** A moment the server sets, ISO UTC: never written by anybody, so it stands among a catalogue's `readOnly` fields only. */
export interface TimeField extends Common {
  kind: 'time';
}
export interface Choice<V extends string = string> {
  value: V;
  label: string;
  /** The label for clients, where it is another thing to them. */
  forClients?: string;
  /**
   * The value that clients are given instead, where they know nothing of this one: in rows, filters, files and the order of lists.
   * The area writes it into the history of a module that is for staff alone.
   */
  clientsRead?: V;
  /** Chosen by staff alone: forms of clients do not offer it. The area's policy refuses it. */
  byStaff?: boolean;
  /** What it is called where the reason stands beside it. */
  short?: string;
  /** Drawn as a mark of this tone: what is right, due, wrong, worth knowing, or over. */
  tone?: 'ok' | 'due' | 'bad' | 'info' | 'off';
}
export interface ChoiceField<V extends string = string> extends Common {
  kind: 'choice';
  choices: readonly Choice<V>[];
  many?: boolean;
  /** The text of the record that says why the value is what it is: lists show it in the same cell. */
  reason?: string;
  /** Values that are understood as another one, because this reader knows nothing of them. */
  readAs?: Readonly<Record<string, string>>;
  /** The values are digits and travel as numbers: codes of the specification. Stored as text; texts are understood in writes. */
  numeric?: boolean;
}
export interface RefField extends Common {
  kind: 'ref';
  /** Path of the catalogue referred to, e.g. 'vehicle-brand'. */
  to: string;
  /**
   * Fields of this record, named like fields of the catalogue referred to, that narrow what is offered: a brand its models.
   * Choosing the one sets the other, whichever comes first.
   */
  narrowBy?: readonly string[];
  /**
   * Not of the record's own organisation alone: whoever writes may name any that they see, and the area's policy says which belong
   * together. For what is about the past of something that changes owners.
   */
  ofFormerOwners?: boolean;
  /** Clients are given its id only where they see the record: some of the catalogue’s records are hidden from them. */
  hidesUnseen?: boolean;
  /** Fields of this record that take the value of the same name from what is chosen, while they are empty. */
  fills?: readonly string[];
  /** Texts of the record referred to by which a search finds this one as well, given whole: a driver's mobile number. */
  searchBy?: readonly string[];
  /** People call the record by it besides its name: lists set it off. */
  isSecondName?: true;
  /** A call that tells from another field what is likely meant: its answer has `{ id, code?, name }` under `answer`. */
  suggest?: { from: string; call: string; parameter: string; answer: string };
}
export interface FileField extends Common {
  kind: 'file';
  /** A file that is replaced stays: versions of the record refer to it. The area removes it with the record. */
  keepsFormer?: boolean;
  /** Accepted kinds, decided by content, never by name. */
  accept: readonly ('image' | 'pdf')[];
  maxBytes: number;
  /** Images are scaled down to fit a square of this many pixels. */
  maxPixels?: number;
}
export interface PlaceField extends Common {
  kind: 'place';
}

export type Field =
  | TextField
  | LongTextField
  | NumberField
  | FlagField
  | DateField
  | TimeField
  | ChoiceField
  | RefField
  | FileField
  | PlaceField;

/** Marks a field whose value may be absent (null in rows). */
export type Optional<F> = F & { optional: true };
export type AnyField = Field & { optional?: true };
export type Fields = Readonly<Record<string, AnyField>>;

/**
 * Fields of records that change owners and that documents are verified against: each says whether it leaves with its owner, and
 * whether a change triggers a review. `fields: { … } satisfies StatesFacts`, so that one that does not say so does not compile.
 */
export type StatesFacts = StatesLeaving & Readonly<Record<string, AnyField & { triggersReview: boolean }>>;

/** Fields of records that change owners, and that nothing is verified against: each says whether it leaves with its owner. */
export type StatesLeaving = Readonly<
  Record<string, AnyField & { leavesWithOwner: NonNullable<Common['leavesWithOwner']> }>
>;

/** A stored file as rows carry it. `width` and `height` are pixels, null for documents. */
export interface FileRef {
  id: string;
  name: string;
  mime: string;
  bytes: number;
  width: number | null;
  height: number | null;
}
export interface Place {
  lat: number;
  lon: number;
}

export const text = <const O extends Omit<TextField, 'kind'>>(options: O) => ({ kind: 'text' as const, ...options });
export const longText = <const O extends Omit<LongTextField, 'kind'>>(options: O) => ({
  kind: 'longText' as const,
  ...options,
});
export const integer = <const O extends Omit<NumberField, 'kind'>>(options: O) => ({
  kind: 'integer' as const,
  ...options,
});
export const decimal = <const O extends Omit<NumberField, 'kind'>>(options: O) => ({
  kind: 'decimal' as const,
  ...options,
});
/** Whole paise. Field names end in `Paise`. */
export const money = <const O extends Omit<NumberField, 'kind'>>(options: O) => ({
  kind: 'money' as const,
  ...options,
});
export const flag = <const O extends Omit<FlagField, 'kind'>>(options: O) => ({ kind: 'flag' as const, ...options });
export const date = <const O extends Omit<DateField, 'kind'>>(options: O) => ({ kind: 'date' as const, ...options });
export const time = <const O extends Omit<TimeField, 'kind'>>(options: O) => ({ kind: 'time' as const, ...options });
export const choice = <const V extends string, const O extends Omit<ChoiceField<V>, 'kind' | 'choices'>>(
  choices: readonly Choice<V>[],
  options: O,
) => ({ kind: 'choice' as const, choices, ...options });
export const ref = <const O extends Omit<RefField, 'kind' | 'to'>>(to: string, options: O) => ({
  kind: 'ref' as const,
  to,
  ...options,
});
export const file = <const O extends Omit<FileField, 'kind'>>(options: O) => ({ kind: 'file' as const, ...options });
export const place = <const O extends Omit<PlaceField, 'kind'>>(options: O) => ({ kind: 'place' as const, ...options });
export const optional = <const F extends Field>(field: F): Optional<F> => ({ ...field, optional: true });

/** True for a choice whose values travel as numbers. */
export const isNumeric = (field: AnyField): boolean => field.kind === 'choice' && field.numeric === true;

/** Which values clients are given as another one; empty for most fields. */
export const clientsReadAs = (field: AnyField | undefined): Record<string, string> =>
  field?.kind === 'choice'
    ? Object.fromEntries(
        field.choices.flatMap(({ value, clientsRead }) => (clientsRead === undefined ? [] : [[value, clientsRead]])),
      )
    : {};

/** What is offered under a value as rows carry it. */
export const choiceOf = (field: ChoiceField, value: unknown): Choice | undefined =>
  field.choices.find((choice) => choice.value === String(value));

/** True when lists may be sorted by the field. */
export const isSortable = (field: AnyField): boolean =>
  !isSealedText(field) &&
  (field.sort ?? (field.list === true && !['file', 'place', 'longText'].includes(field.kind) && !isMany(field)));

/** True when a value of the field can be changed in a cell of a list. */
export const fitsCell = (field: AnyField): boolean =>
  !['file', 'place', 'longText'].includes(field.kind) && !isMany(field) && !isSealedText(field) && !isOpaque(field);

/** Whether a record with these values is asked for the field: see `onlyWith`. */
export const isAskedFor = ({ onlyWith }: AnyField, values: Readonly<Record<string, unknown>>): boolean =>
  onlyWith === undefined || onlyWith.values.includes(String(values[onlyWith.field] ?? ''));

/** The plate that names the rows of a catalogue; undefined for those that are called otherwise. */
export function titlePlate({ title, fields }: { title: readonly string[]; fields: Fields }): TextField | undefined {
  const field = title.length === 1 ? fields[title[0] ?? ''] : undefined;
  return field?.kind === 'text' && field.plate !== undefined ? field : undefined;
}

/** True for an id that people are not shown. */
export const isOpaque = (field: AnyField | undefined): boolean => field?.kind === 'text' && field.opaque === true;

const isSealedText = (field: AnyField): boolean => field.kind === 'text' && field.sealed !== undefined;

export const isMany = (field: AnyField): boolean => 'many' in field && field.many === true;

/** Numbers, dates and times are filtered by a range, everything else by value. */
export const isRange = (field: AnyField): boolean =>
  ['integer', 'decimal', 'money', 'date', 'time'].includes(field.kind);

/** Names of the fields whose change triggers a review, in the order of the definition. */
export const reviewedFields = (fields: Fields): string[] =>
  Object.keys(fields).filter((name) => fields[name]?.triggersReview === true);

/** What becomes of the fields that leave with an owner: null, or the value that the definition names. */
export const afterOwner = (fields: Fields): Record<string, string | number | boolean | null> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { leavesWithOwner: leaves }]) =>
      leaves === undefined || leaves === false ? [] : [[name, leaves === true ? null : leaves.becomes]],
    ),
  );
