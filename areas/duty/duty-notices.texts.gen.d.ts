// Made from duty-notices.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'notices.off-duty-shows.name': never;
    'notices.off-duty-shows.title': 'actor' | 'from' | 'rule' | 'what';
    'notices.off-duty-hides.name': never;
    'notices.off-duty-hides.title': 'actor' | 'from' | 'rule' | 'what';
  }
}
