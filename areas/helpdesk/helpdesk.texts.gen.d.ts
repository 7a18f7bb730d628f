// Made from helpdesk.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'toast.helpdesk.created': never;
    'toast.helpdesk.updated': never;
    'help.title': never;
    'help.sub': never;
    'help.search': never;
    'help.onPage': never;
    'help.questions': never;
    'help.language': never;
    'help.found': '#count' | 'shown';
    'help.none': never;
    'help.noneText': never;
    'help.noMatch': never;
  }
}
