// Made from acts.module.css by `npm run styles`.
declare const styles: {
  readonly excerpt: string;
  readonly hint: string;
  readonly internal: string;
  readonly message: string;
  readonly messages: string;
  readonly meta: string;
  readonly over: string;
  readonly rating: string;
  readonly score: string;
  readonly scores: string;
};
export default styles;
