import { useEffect, useState } from 'react';
import { store } from '#kit/web/storage/store.ts';
import { openVault, type Vault } from '#kit/web/storage/vault.ts';

type Values = Readonly<Record<string, unknown>>;

/** What was typed into the steps of one driver and not sent yet, by step or type of document. */
export interface Drafts {
  of: (form: string) => Values;
  keep: (form: string, values: Values) => void;
  /** It was sent. */
  drop: (form: string) => void;
  /** All of it is done. */
  clear: () => void;
}

/** With the files that were chosen: those last as long as the page, texts also over a reload. */
const kept = new Map<string, Record<string, Values>>();
const nothing: Values = {};
/** Whoever fills it in for a driver leaves nothing to the next who signs in. */
const keyOf = (driverId: string) => `onboarding ${driverId} ${store.get('userData')?.id ?? ''}`;

/** Of a tab only, and sealed: a phone that is handed on shows nothing of it once the tab is closed. Where nothing can be stored, memory has it. */
async function read(vault: Vault | undefined, key: string): Promise<Record<string, Values>> {
  try {
    const sealed = sessionStorage.getItem(key);
    return sealed && vault ? (JSON.parse(await vault.open(sealed)) as Record<string, Values>) : {};
  } catch {
    return {};
  }
}

let writing = Promise.resolve();
async function write(vault: Vault | undefined, key: string): Promise<void> {
  const forms = kept.get(key) ?? {};
  try {
    if (Object.keys(forms).length === 0) sessionStorage.removeItem(key);
    else if (vault) sessionStorage.setItem(key, await vault.seal(JSON.stringify(forms, withoutFiles)));
  } catch {
    // Storage may be denied or full: then what was typed lasts as long as the page.
  }
}
const withoutFiles = (_: string, value: unknown) => (value instanceof File ? undefined : value);

/** Drafts of a driver's steps; undefined while they are read. */
export function useDrafts(driverId: string | undefined): Drafts | undefined {
  const [drafts, setDrafts] = useState<Drafts>();
  useEffect(() => {
    if (driverId === undefined) return;
    let isGone = false;
    const key = keyOf(driverId);
    void openVault().then(async (vault) => {
      if (!kept.has(key)) kept.set(key, await read(vault, key));
      const change = (next: Record<string, Values>) => {
        kept.set(key, next);
        writing = writing.then(() => write(vault, key));
      };
      const now = () => kept.get(key) ?? {};
      if (isGone) return;
      setDrafts({
        of: (form) => now()[form] ?? nothing,
        keep: (form, values) => change({ ...now(), [form]: values }),
        drop(form) {
          const { [form]: _, ...others } = now();
          change(others);
        },
        clear: () => change({}),
      });
    });
    return () => {
      isGone = true;
    };
  }, [driverId]);
  return drafts;
}
