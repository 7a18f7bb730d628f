// Made from challan-notices.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'notices.challan-asked.name': never;
    'notices.challan-asked.title': 'by' | 'challan' | 'vehicle';
    'notices.challan-notice.name': never;
    'notices.challan-notice.title': 'by' | 'challan' | 'vehicle';
    'notices.challan-late.name': never;
    'notices.challan-late.title': 'challan' | 'vehicle' | 'what';
    'notices.challan-news.name': never;
    'notices.challan-news.title': 'challan' | 'vehicle' | 'what';
    'notices.challan-contested.name': never;
    'notices.challan-contested.title': 'by' | 'challan';
  }
}
