import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { Slot } from './planting.ts';
import { unknownId } from './routes.ts';
import type { Canaries } from './scan.ts';

/** What is put into a place of a request, one after the other. */
export interface Plant {
  /** In any case. */
  ids: readonly string[];
  /** Where a statement of the call could meet one of that kind. */
  kinds?: readonly { kind: string; ids: readonly string[] }[];
  /** Kinds that are put there whatever the statements are. */
  dealt?: readonly string[];
  /** What belongs to nothing. */
  otherwise: string;
}

/** The ids of a plant. @param met kinds that statements of the call could meet; left out: all. */
export function idsOf({ ids, kinds = [], dealt = [] }: Plant, met?: ReadonlySet<string>): string[] {
  const chosen = kinds.filter(({ kind }) => !met || met.has(kind) || dealt.includes(kind));
  return [...new Set([...ids, ...chosen.flatMap((one) => one.ids)])];
}

const newest = (byTable: Canaries['byTable'], tables: readonly string[]): string[] =>
  tables.flatMap((table) => byTable[table]?.slice(-1) ?? []);

let asked = 0;
/** An id of nothing, another each time: what is remembered of one is answered without a statement. */
const nothing = (): string => {
  asked += 1;
  return unknownId(`01a1fc17-27e9-7627-921e-d6ed73${asked.toString(16).padStart(6, '0')}`);
};

let turn = 0;
/**
 * What is put into a slot. In the path and in bodies: an id of every kind that the call could meet, of the kind that belongs there
 * rows in all states, and of the other kinds some, others each time; below everybody's catalogues the kinds that people keep there.
 * In other places some kinds, others each time, and words.
 */
export function plantsFor(
  slot: Slot,
  { byTable, mark, keys }: Canaries,
  definition: AnyCatalogue | undefined,
): Plant[] {
  const tables = Object.keys(byTable);
  turn += 1;
  const other = tables[turn % tables.length] as string;
  const dealt = [other, tables[(turn + Math.floor(tables.length / 2)) % tables.length] as string];
  const base = byTable[definition?.base ?? ''] ?? [];
  const ofKinds = (kinds: readonly string[]) => kinds.map((kind) => ({ kind, ids: newest(byTable, [kind]) }));
  switch (slot.kind) {
    case 'path': {
      const isShared = definition?.scope === 'global';
      const kinds = isShared ? [...tables.filter((table) => workTables.has(table)), 'account', other] : tables;
      const own = [...base.slice(0, 4), ...base.slice(-1)];
      return [{ ids: own, kinds: ofKinds(kinds), dealt, otherwise: nothing() }];
    }
    case 'body': {
      if (slot.isDear) return [{ ids: newest(byTable, [other]), otherwise: nothing() }];
      // Views are shared in some lists and not in others.
      const views = (byTable['saved_view'] ?? []).slice(definition?.scope === 'global' ? -2 : 0).slice(0, 8);
      const kinds = [...ofKinds(tables), { kind: 'saved_view', ids: views }];
      return [{ ids: base.slice(-1), kinds, dealt, otherwise: nothing() }];
    }
    case 'tag':
      return [{ ids: newest(byTable, [other]), otherwise: nothing() }];
    case 'key':
      return [{ ids: keys.slice(-2), otherwise: 'nobody-had-this-key' }];
    case 'cursor':
      // A cursor compares: only an id in the same place of the order must do the same.
      return newest(byTable, [definition?.base ?? other]).map((id) => ({ ids: [id], otherwise: unknownId(id) }));
    default: {
      const usual = namesPerson.test(slot.name) || turn % 2 === 0 ? 'account' : 'organisation';
      const ids = newest(byTable, slot.isDear ? [usual] : [usual, other, definition?.base ?? usual]);
      const words = slot.takesWords ? [{ ids: [mark], otherwise: mark.replace(/.$/, '0') }] : [];
      return [{ ids: [...new Set(ids)], otherwise: nothing() }, ...words];
    }
  }
}
/** Parameters that take the id of an account. */
const namesPerson = /user|actor|person/i;
/** What people keep below a catalogue. */
const workTables = new Set(['saved_view', 'import_batch', 'merge', 'export_file']);
