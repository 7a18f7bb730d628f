// Made from safety.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'toast.sos.created': never;
    'toast.sos.updated': never;
    'toast.sos.deleted': never;
    'views.byState': never;
    'sos.help': never;
    'sos.national': never;
    'sos.state': never;
    'sos.none': never;
    'sos.choose': never;
    'sos.allDay': never;
    'sos.limited': never;
    'sos.noMatch': never;
    'sos.call': 'name' | 'number';
  }
}
