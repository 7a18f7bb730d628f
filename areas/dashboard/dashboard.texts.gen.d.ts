// Made from dashboard.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'dashboard.title': never;
    'dashboard.asOf': 'time';
    'dashboard.catalogues': never;
    'dashboard.changes': never;
    'dashboard.nothing': never;
    'dashboard.noChanges': never;
    'dashboard.noChangesText': never;
  }
}
