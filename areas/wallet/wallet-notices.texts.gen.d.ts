// Made from wallet-notices.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'notices.wallet-credited.name': never;
    'notices.wallet-credited.title': 'amount' | 'ref';
    'notices.wallet-low.name': never;
    'notices.wallet-low.title': 'amount' | 'name';
    'notices.wallet-approval.name': never;
    'notices.wallet-approval.title': 'amount' | 'note';
  }
}
