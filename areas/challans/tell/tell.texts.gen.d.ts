// Made from tell.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'challanNews.one': 'challan' | 'vehicle' | 'what';
    'challanNews.many': 'count';
  }
}
