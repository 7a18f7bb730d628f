import { useSyncExternalStore } from 'react';
import type { PermittedModule, UserData } from '#kit/contract/rights.ts';
import type { Language } from '#kit/contract/words/languages.ts';
import { openVault, type Vault } from './vault.ts';

export interface Layout {
  kind: 'vertical' | 'horizontal';
  width: 'full' | 'boxed';
  menuHidden: boolean;
  navbar: 'floating' | 'sticky' | 'static' | 'hidden';
  footer: 'static' | 'sticky' | 'hidden';
  scrollTop: boolean;
}
/** What belongs to a person and is not the server's: nobody else who uses this browser sees it. */
export const personalKeys = ['lastViews', 'bell', 'recent', 'searched', 'awaitedExports', 'firstStepsHidden'] as const;
/** One's own session, put aside while one acts as somebody else. */
export interface Origin {
  accessToken: string;
  accessTokenExpiresAt: string;
  /** Address to come back to. */
  returnTo: string;
  kept: Pick<Kept, (typeof personalKeys)[number]>;
}
export interface BellEntry {
  at: string;
  kind: 'success' | 'warning' | 'error';
  message: string;
}

/** Everything the browser keeps, by the specification's names, with what holds when nothing was kept yet. */
export interface Kept {
  accessToken: string | null;
  accessTokenExpiresAt: string | null;
  userData: UserData | null;
  _accessible: PermittedModule[] | null;
  _origin: Origin | null;
  skin: 'light' | 'dark';
  menuCollapsed: boolean;
  direction: 'ltr' | 'rtl';
  layout: Layout;
  activeTab: string;
  profileTab: string;
  userTab: string;
  obdTab: string;
  transactionPageTab: string;
  modulePageActiveTab: string;
  takeOwnerShip: boolean;
  mappleAccessToken: string | null;
  density: 'normal' | 'compact';
  /** Address of the last view of each list. */
  lastViews: Record<string, string>;
  bell: BellEntry[];
  /** Records looked at last, newest first. */
  recent: { to: string; title: string; kind: string }[];
  /** Words that a record was found by last, newest first. */
  searched: string[];
  /** Which column was which field at the last import, by catalogue and heading. */
  importMappings: Record<string, Record<string, string>>;
  shortcuts: boolean;
  /** Geofences are drawn on the live map. */
  mapGeofences: boolean;
  /** What the product is read in here, as the account has it once somebody has signed in. */
  language: Language;
  /** Words that were typed and not sent yet, by who typed them and where; `since` is how far they had read. */
  unsent: Record<string, { text: string; since: string }>;
  /** Ids of exports that were started here and whose end was not told yet. */
  awaitedExports: string[];
  /** Somebody wants the first steps away from their dashboard. */
  firstStepsHidden: boolean;
  /** Whose notifications this browser shows, also when the product is not open, and the address by which it is reached; null: nobody's. */
  pushedTo: { account: string; endpoint: string } | null;
}
type Key = keyof Kept;

export const tokenType = 'Bearer';
export const defaults: Kept = {
  accessToken: null,
  accessTokenExpiresAt: null,
  userData: null,
  _accessible: null,
  _origin: null,
  skin: 'light',
  menuCollapsed: false,
  direction: 'ltr',
  layout: { kind: 'vertical', width: 'full', menuHidden: false, navbar: 'floating', footer: 'static', scrollTop: true },
  activeTab: '1',
  profileTab: '1',
  userTab: '1',
  obdTab: '1',
  transactionPageTab: '1',
  modulePageActiveTab: '1',
  takeOwnerShip: false,
  mappleAccessToken: null,
  density: 'normal',
  lastViews: {},
  bell: [],
  recent: [],
  searched: [],
  importMappings: {},
  shortcuts: true,
  mapGeofences: true,
  language: 'en',
  unsent: {},
  awaitedExports: [],
  firstStepsHidden: false,
  pushedTo: null,
};
const keys = Object.keys(defaults) as Key[];
/** What belongs to a session and goes with it. */
const sessionKeys: readonly Key[] = [
  'accessToken',
  'accessTokenExpiresAt',
  'userData',
  '_accessible',
  '_origin',
  'mappleAccessToken',
  ...personalKeys,
];

let cache: Kept = { ...defaults };
let vault: Vault | undefined;
const listeners = new Set<(key: Key) => void>();
const writing = new Map<Key, number>();
let turn = 0;
/** What is on its way to storage, and what is being read because another tab wrote it. */
let written: Promise<unknown> = Promise.resolve();
let reading: Promise<unknown> = Promise.resolve();

const notify = (key: Key) => {
  for (const listener of listeners) listener(key);
};

/** Storage may be denied or full: then what is kept lasts as long as the page. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Values that could not be stored: only this page knows them. */
const unkept = new Set<Key>();
function keepText(key: Key, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    unkept.delete(key);
  } catch {
    unkept.add(key);
  }
}

async function read(key: Key): Promise<void> {
  const mine = writing.get(key);
  const sealed = attempt(() => localStorage.getItem(key)) ?? null;
  let value: unknown = defaults[key];
  if (sealed !== null && vault) {
    try {
      value = JSON.parse(await vault.open(sealed));
      if (isPlain(value) && isPlain(defaults[key])) value = { ...(defaults[key] as object), ...value };
    } catch {
      // Damaged, or sealed with a key that is gone: as if it had never been kept.
      attempt(() => localStorage.removeItem(key));
    }
  }
  // Set here meanwhile: that is the later one.
  if (writing.get(key) === mine) cache = { ...cache, [key]: value };
}
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads everything once, before the first render, so that later reads need no waiting.
 * @returns false when nothing can be kept beyond this page (no WebCrypto).
 */
export async function hydrate(): Promise<boolean> {
  vault = await openVault();
  await Promise.all(keys.map(read));
  window.addEventListener('storage', (event) => {
    const key = keys.find((one) => one === event.key);
    // Another tab signed in or out, or changed the skin: this one follows.
    // One after the other, so that what was written last is also known last.
    if (key) reading = reading.then(() => read(key)).then(() => notify(key));
  });
  return vault !== undefined && attempt(() => localStorage.length) !== undefined;
}

export const store = {
  get: <K extends Key>(key: K): Kept[K] => cache[key],
  set<K extends Key>(key: K, value: Kept[K]): void {
    store.setAll({ [key]: value });
  },
  /** Several values at once: here in one moment, and for other tabs one after the other in the order given. */
  setAll(values: Partial<Kept>): void {
    cache = { ...cache, ...values };
    const entries = Object.entries(values) as [Key, unknown][];
    const mine = ++turn;
    for (const [key] of entries) writing.set(key, mine);
    for (const [key] of entries) notify(key);
    const sealed = entries.map(([, value]) => (value === null ? null : vault?.seal(JSON.stringify(value))));
    const done = Promise.all(sealed).then((texts) => {
      for (const [index, [key]] of entries.entries()) {
        const text = texts[index];
        // A later value may have overtaken this one while it was being sealed.
        if (writing.get(key) !== mine || text === undefined) continue;
        keepText(key, text);
      }
    });
    written = Promise.all([written, done.catch(() => undefined)]);
  },
  /** When everything set so far lies in storage, where other tabs find it. */
  async written(): Promise<void> {
    await written;
  },
  /** Reads values anew that another tab may have written in this moment. */
  async reread(...some: Key[]): Promise<void> {
    await reading;
    for (const key of some) if (vault && !unkept.has(key)) await read(key);
  },
  clearSession(): void {
    for (const key of sessionKeys) {
      cache = { ...cache, [key]: defaults[key] };
      writing.set(key, ++turn);
      attempt(() => localStorage.removeItem(key));
      notify(key);
    }
  },
  listen(listener: (key: Key) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** A kept value in a component; it renders anew when the value changes, in this tab or another. */
export function useKept<K extends Key>(key: K): [Kept[K], (value: Kept[K]) => void] {
  const value = useSyncExternalStore(
    (changed) => store.listen((one) => one === key && changed()),
    () => cache[key],
  );
  return [value, (next) => store.set(key, next)];
}
