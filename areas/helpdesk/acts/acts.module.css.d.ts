// Made from acts.module.css by `npm run styles`.
declare const styles: {
  readonly over: string;
  readonly rating: string;
  readonly score: string;
  readonly scores: string;
};
export default styles;
