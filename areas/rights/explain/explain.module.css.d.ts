// Made from explain.module.css by `npm run styles`.
declare const styles: {
  readonly answer: string;
  readonly gates: string;
  readonly verdict: string;
};
export default styles;
