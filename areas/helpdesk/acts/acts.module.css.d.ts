// Made from acts.module.css by `npm run styles`.
declare const styles: {
  readonly excerpt: string;
  readonly internal: string;
  readonly message: string;
  readonly messages: string;
  readonly over: string;
  readonly rating: string;
  readonly score: string;
  readonly scores: string;
};
export default styles;
