import { isDay } from '#kit/contract/ids-and-days.ts';
import type { SetKind } from '../review/review.contract.ts';
import { guessType, isFurtherPage } from './guess-type.rules.ts';

/** What is typed about a document, by the name of its field. */
export type Typed = Readonly<Record<'validUpto' | 'number' | 'issuedOn' | 'validFrom' | 'authority' | 'note', string>>;
/** One document that is about to be uploaded: its pages and what was typed. */
export interface Draft {
  id: string;
  pages: readonly File[];
  code: string;
  typed: Typed;
  state: 'waiting' | 'sending' | 'refused';
  /** Why it was refused, in the server's words, and by field. */
  message: string | undefined;
  fields: Readonly<Record<string, string>>;
  /** Makes an upload that is tried again count once, for as long as nothing of it changes. */
  key: string;
}
export interface Queue {
  drafts: readonly Draft[];
  /** Id of the one whose fields are shown. */
  current: string | undefined;
  /** Codes of what was uploaded since the drawer was opened, the last one at the end. */
  done: readonly string[];
  /** Files that cannot be documents, with the reason. */
  unfit: readonly { name: string; reason: Unfit }[];
}
export type Unfit = 'type' | 'large' | 'empty';
export type Step =
  | { do: 'add'; files: readonly File[]; kinds: readonly SetKind[]; asked: string | undefined }
  | { do: 'open'; id: string }
  | { do: 'type'; id: string; typed: Partial<Typed> }
  | { do: 'choose'; id: string; kind: SetKind }
  | { do: 'extend'; id: string; files: readonly File[] }
  | { do: 'join'; id: string; to: string }
  | { do: 'part'; id: string; page: File }
  | { do: 'remove'; id: string }
  | { do: 'send'; id: string }
  | { do: 'check'; id: string; fields: Readonly<Record<string, string>> }
  | { do: 'stored'; id: string }
  | { do: 'refused'; id: string; message: string; fields: Readonly<Record<string, string>> }
  | { do: 'forget' };

export const emptyQueue: Queue = { drafts: [], current: undefined, done: [], unfit: [] };
/** Pages that a document has room for. */
export const maxPages = 5;
/** What the server takes of any document, bytes. */
const maxBytes = 26_214_400;
export const takenTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'];

const unfitOf = (file: File): Unfit | undefined =>
  !takenTypes.includes(file.type) ? 'type' : file.size === 0 ? 'empty' : file.size > maxBytes ? 'large' : undefined;

const newKey = () => crypto.randomUUID();
const draftOf = (pages: readonly File[], kind: SetKind): Draft => ({
  id: newKey(),
  pages,
  code: kind.type.code,
  typed: {
    validUpto: kind.hasExpiry ? (kind.known.validUpto ?? '') : '',
    number: kind.known.number ?? '',
    issuedOn: '',
    validFrom: '',
    authority: '',
    note: '',
  },
  state: 'waiting',
  message: undefined,
  fields: {},
  key: newKey(),
});

/** Changes one draft. What was refused about it no longer counts, and it is another upload from now on. */
const changed = (queue: Queue, id: string, change: (draft: Draft) => Partial<Draft>): Queue => ({
  ...queue,
  drafts: queue.drafts.map((draft) =>
    draft.id === id ? { ...draft, message: undefined, key: newKey(), ...change(draft) } : draft,
  ),
});

/** The next whose fields somebody is to see: after `id`, or from the beginning. */
const nextOf = (drafts: readonly Draft[], id: string | undefined): string | undefined => {
  const at = drafts.findIndex((draft) => draft.id === id);
  const isOpen = ({ state }: Draft) => state !== 'sending';
  return (drafts.slice(at + 1).find(isOpen) ?? drafts.find(isOpen))?.id;
};

/** Which type a file is taken for that does not say it: the one asked for, the next that is wanted, or any without one. */
function nextKind(
  kinds: readonly SetKind[],
  taken: ReadonlySet<string>,
  asked: string | undefined,
): SetKind | undefined {
  const free = kinds.filter(({ type }) => !taken.has(type.code));
  return (
    free.find(({ type }) => type.code === asked) ??
    free.find(({ wanted }) => wanted) ??
    free.find(({ current, open }) => current === null && open.length === 0) ??
    free[0] ??
    kinds[0]
  );
}

function added(queue: Queue, { files, kinds, asked }: Extract<Step, { do: 'add' }>): Queue {
  const types = kinds.map(({ type }) => type);
  const drafts = [...queue.drafts];
  const unfit: { name: string; reason: Unfit }[] = [];
  const fit: File[] = [];
  for (const file of files) {
    const reason = unfitOf(file);
    if (reason) unfit.push({ name: file.name, reason });
    else fit.push(file);
  }
  // One file for a type that somebody asked for is of that type, whatever it is called.
  const guesses = fit.map((file) => (fit.length === 1 && asked ? undefined : guessType(file.name, types)));
  const taken = new Set([
    ...queue.done,
    ...drafts.map(({ code }) => code),
    ...guesses.filter((code) => code !== undefined),
  ]);
  // Fronts before backs: a back is a page of what is there already.
  const order = fit
    .map((file, at) => ({ file, guess: guesses[at], isFurther: isFurtherPage(file.name) }))
    .toSorted((a, b) => Number(a.isFurther) - Number(b.isFurther));
  for (const { file, guess, isFurther } of order) {
    const before =
      isFurther && guess ? drafts.findIndex(({ code, state }) => code === guess && state !== 'sending') : -1;
    const first = drafts[before];
    if (first && first.pages.length < maxPages) {
      drafts[before] = { ...first, pages: [...first.pages, file], key: newKey() };
      continue;
    }
    const kind = kinds.find(({ type }) => type.code === guess) ?? nextKind(kinds, taken, asked);
    if (!kind) continue;
    taken.add(kind.type.code);
    drafts.push(draftOf([file], kind));
  }
  const open = drafts.some(({ id, state }) => id === queue.current && state !== 'sending');
  return { ...queue, drafts, unfit, current: open ? queue.current : nextOf(drafts, undefined) };
}

/** The documents that are about to be uploaded, after a step. Nothing that was typed about one is lost by what happens to another. */
export function afterStep(queue: Queue, step: Step): Queue {
  switch (step.do) {
    case 'add':
      return added(queue, step);
    case 'open':
      return { ...queue, current: step.id };
    case 'type':
      return changed(queue, step.id, ({ typed, fields }) => ({
        typed: { ...typed, ...step.typed },
        fields: without(fields, Object.keys(step.typed)),
      }));
    case 'choose':
      return changed(queue, step.id, ({ typed }) => ({
        code: step.kind.type.code,
        // What was typed stays; the number that a record knows is of its own type alone.
        typed: {
          ...typed,
          number: step.kind.known.number ?? (step.kind.asksNumber ? typed.number : ''),
          validUpto: typed.validUpto || (step.kind.known.validUpto ?? ''),
        },
        fields: {},
      }));
    case 'extend': {
      const unfit = step.files.flatMap((file) => {
        const reason = unfitOf(file);
        return reason ? [{ name: file.name, reason }] : [];
      });
      const fit = step.files.filter((file) => unfitOf(file) === undefined);
      return {
        ...changed(queue, step.id, ({ pages, fields }) => ({
          pages: [...pages, ...fit].slice(0, maxPages),
          fields: without(fields, ['pages']),
        })),
        unfit,
      };
    }
    case 'join': {
      const moved = queue.drafts.find(({ id }) => id === step.id);
      if (!moved) return queue;
      const rest = { ...queue, drafts: queue.drafts.filter(({ id }) => id !== step.id) };
      return changed(rest, step.to, ({ pages, fields }) => ({
        pages: [...pages, ...moved.pages].slice(0, maxPages),
        fields: without(fields, ['pages']),
      }));
    }
    case 'part':
      return changed(queue, step.id, ({ pages, fields }) => ({
        pages: pages.filter((page) => page !== step.page),
        fields: without(fields, ['pages']),
      }));
    case 'remove': {
      const drafts = queue.drafts.filter(({ id }) => id !== step.id);
      return { ...queue, drafts, current: queue.current === step.id ? nextOf(drafts, undefined) : queue.current };
    }
    case 'check':
      return {
        ...queue,
        drafts: queue.drafts.map((one) => (one.id === step.id ? { ...one, fields: step.fields } : one)),
      };
    case 'send': {
      const drafts = queue.drafts.map(
        (one): Draft => (one.id === step.id ? { ...one, state: 'sending', message: undefined, fields: {} } : one),
      );
      return { ...queue, drafts, current: nextOf(drafts, step.id), unfit: [] };
    }
    case 'stored': {
      const code = queue.drafts.find(({ id }) => id === step.id)?.code;
      return {
        ...queue,
        drafts: queue.drafts.filter(({ id }) => id !== step.id),
        done: code === undefined ? queue.done : [...queue.done, code],
      };
    }
    case 'refused': {
      const { message, fields } = step;
      const drafts = queue.drafts.map(
        (one): Draft => (one.id === step.id ? { ...one, state: 'refused', message, fields } : one),
      );
      return { ...queue, drafts, current: queue.current ?? step.id };
    }
    case 'forget':
      return { ...queue, unfit: [] };
  }
}

const without = (fields: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** What keeps a document from being uploaded, as codes by field; the server has the last word. */
export function problemsOf(draft: Draft, kind: SetKind): Partial<Record<'pages' | 'validUpto', Problem>> {
  const { pages, typed } = draft;
  const problems: Partial<Record<'pages' | 'validUpto', Problem>> = {};
  if (pages.some(({ size }) => size > kind.maxFileMb * 1_048_576)) problems.pages = 'tooLarge';
  else if (pages.some(({ type }) => !isTaken(type, kind.formats))) problems.pages = 'wrongType';
  if (kind.hasExpiry && typed.validUpto === '') problems.validUpto = 'noDay';
  else if (kind.hasExpiry && !isDay(typed.validUpto)) problems.validUpto = 'badDay';
  return problems;
}
export type Problem = 'tooLarge' | 'wrongType' | 'noDay' | 'badDay';

/** Pictures are converted, so that every format of them is taken where one is. */
const isTaken = (type: string, formats: readonly string[]): boolean =>
  type === 'application/pdf' ? formats.includes('PDF') : formats.some((one) => one !== 'PDF');

/** The body of the upload. @param subject the field that names what it is of, and its id. */
export function bodyOf(draft: Draft, kind: SetKind, subject: readonly [field: string, id: string]): FormData {
  const form = new FormData();
  form.append('typeId', kind.type.id);
  form.append(...subject);
  for (const [name, value] of Object.entries(draft.typed))
    if (value !== '' && (name !== 'validUpto' || kind.hasExpiry)) form.append(name, value.trim());
  const names = ['front', 'back', 'page3', 'page4', 'page5'];
  for (const [at, page] of draft.pages.entries()) form.append(names[at] as string, page, page.name);
  return form;
}
