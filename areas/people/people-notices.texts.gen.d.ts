// Made from people-notices.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'notices.invitation-accepted.name': never;
    'notices.invitation-accepted.title': 'driver';
    'notices.vehicle-shared.name': never;
    'notices.vehicle-shared.title': 'organisation' | 'vehicle';
  }
}
