// Made from policies-notices.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'notices.policy-expiring.name': never;
    'notices.policy-expiring.title': 'policy' | 'upto' | 'vehicle';
    'notices.policy-lapsed.name': never;
    'notices.policy-lapsed.title': 'policy' | 'upto' | 'vehicle';
  }
}
