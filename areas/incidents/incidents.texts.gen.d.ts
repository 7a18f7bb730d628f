// Made from incidents.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'incidents.work.title': never;
    'incidents.work.unit': never;
    'incidents.work.raised': never;
  }
}
