// Made from devices-notices.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'notices.device-offline.name': never;
    'notices.device-offline.title': 'devices';
  }
}
