// Made from challans.module.css by `npm run styles`.
declare const styles: {
  readonly amount: string;
  readonly answer: string;
  readonly fields: string;
  readonly rules: string;
  readonly test: string;
  readonly wide: string;
};
export default styles;
