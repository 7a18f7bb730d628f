// Made from lateness.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'lateness.soon': 'at' | 'subject' | 'ticket';
    'lateness.late': 'subject' | 'ticket';
    'lateness.many': 'count' | 'late';
  }
}
