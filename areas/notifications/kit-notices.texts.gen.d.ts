// Made from kit-notices.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'notices.export-ready.name': never;
    'notices.export-ready.title': 'name';
    'notices.import-done.name': never;
    'notices.import-done.title': 'name';
  }
}
