// Made from roads.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'toast.speed-configuration.created': never;
    'toast.speed-configuration.updated': never;
    'toast.speed-configuration.deleted': never;
  }
}
