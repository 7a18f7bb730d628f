import { named, type useT } from '../i18n.ts';

/** A browser and its system, as the server tells them in English (“Chrome on Android”), in the language of the reader. */
export function deviceText(t: ReturnType<typeof useT>, device: string): string {
  const [browser, system] = device.split(' on ');
  return browser === undefined || system === undefined ? named(device) : t('shell.deviceOn', { browser, system });
}
