/**
 * Script for pages: `keep(values)` stores values as kit/web/storage/store.ts does, sealed by the key of kit/web/storage/vault.ts,
 * which no script can read and no copy of a browser's storage carries along.
 */
export const sealing = `
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const keep = async (values) => {
    const opening = indexedDB.open('roadkeeper');
    opening.onupgradeneeded = () => opening.result.createObjectStore('keys');
    const database = await done(opening);
    const keys = () => database.transaction('keys', 'readwrite').objectStore('keys');
    let key = await done(keys().get('storage'));
    if (!key) {
      key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
      await done(keys().put(key, 'storage'));
    }
    database.close();
    for (const [name, value] of Object.entries(values)) {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const text = new TextEncoder().encode(JSON.stringify(value));
      const cipher = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text));
      localStorage.setItem(name, btoa(Array.from([...iv, ...cipher], (byte) => String.fromCharCode(byte)).join('')));
    }
  };`;
