// Made from offices.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'toast.rto.created': never;
    'toast.rto.updated': never;
    'toast.rto.deleted': never;
  }
}
