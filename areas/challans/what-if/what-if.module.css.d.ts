// Made from what-if.module.css by `npm run styles`.
declare const styles: {
  readonly figures: string;
  readonly rows: string;
  readonly whatIf: string;
};
export default styles;
