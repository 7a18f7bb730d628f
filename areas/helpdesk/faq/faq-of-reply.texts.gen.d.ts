// Made from faq-of-reply.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'faqOfReply.make': never;
    'faqOfReply.from': never;
    'faqOfReply.check': never;
  }
}
