// Made from ticket-notices.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'notices.ticket-given.name': never;
    'notices.ticket-given.title': 'subject' | 'ticket';
    'notices.ticket-news.name': never;
    'notices.ticket-news.title': 'subject' | 'ticket';
    'notices.ticket-due.name': never;
    'notices.ticket-due.title': 'due' | 'subject' | 'ticket';
    'notices.ticket-late.name': never;
    'notices.ticket-late.title': 'due' | 'subject' | 'ticket';
    'notices.ticket-answered.name': never;
    'notices.ticket-answered.title': 'subject' | 'ticket';
    'notices.ticket-over.name': never;
    'notices.ticket-over.title': 'subject' | 'ticket';
    'notices.ticket-new.name': never;
    'notices.ticket-new.title': 'subject' | 'ticket';
    'notices.ticket-reopened.name': never;
    'notices.ticket-reopened.title': 'subject' | 'ticket';
  }
}
