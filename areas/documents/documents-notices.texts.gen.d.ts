// Made from documents-notices.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'notices.document-verified.name': never;
    'notices.document-verified.title': 'document' | 'subject';
    'notices.document-rejected.name': never;
    'notices.document-rejected.title': 'document' | 'subject';
    'notices.document-expiring.name': never;
    'notices.document-expiring.title': 'document' | 'subject' | 'upto';
    'notices.documents-waiting.name': never;
    'notices.documents-waiting.title': 'organisation';
  }
}
