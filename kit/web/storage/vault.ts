import { createStore, get, set } from 'idb-keyval';

/** Seals texts with a key that no script can read out of the browser. */
export interface Vault {
  seal(text: string): Promise<string>;
  open(sealed: string): Promise<string>;
}

const algorithm = 'AES-GCM';

/**
 * Opens this browser's vault: an AES key in IndexedDB, made on first use and not extractable. It keeps what lies in local
 * storage unreadable at rest; it is no defence against script running in the page.
 * @returns undefined where the browser has no WebCrypto (plain http off this machine) or no IndexedDB.
 */
export async function openVault(): Promise<Vault | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  let key: CryptoKey;
  try {
    const keys = createStore('roadkeeper', 'keys');
    const known = await get<CryptoKey>('storage', keys);
    key = known ?? (await crypto.subtle.generateKey({ name: algorithm, length: 256 }, false, ['encrypt', 'decrypt']));
    if (!known) await set('storage', key, keys);
  } catch {
    return undefined;
  }
  return {
    async seal(text) {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const cipher = new Uint8Array(
        await crypto.subtle.encrypt({ name: algorithm, iv }, key, new TextEncoder().encode(text)),
      );
      const bytes = new Uint8Array(12 + cipher.length);
      bytes.set(iv);
      bytes.set(cipher, 12);
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    async open(sealed) {
      const bytes = Uint8Array.from(atob(sealed), (letter) => letter.charCodeAt(0));
      const clear = await crypto.subtle.decrypt(
        { name: algorithm, iv: bytes.subarray(0, 12) },
        key,
        bytes.subarray(12),
      );
      return new TextDecoder().decode(clear);
    },
  };
}
