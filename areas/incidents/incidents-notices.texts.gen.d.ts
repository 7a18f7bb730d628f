// Made from incidents-notices.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'notices.incident-raised.name': never;
    'notices.incident-raised.title': 'incident' | 'kind' | 'vehicle';
  }
}
