// Made from helpdesk.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'toast.helpdesk.created': never;
    'toast.helpdesk.updated': never;
  }
}
