// Made from road-imports.module.css by `npm run styles`.
declare const styles: {
  readonly begin: string;
  readonly card: string;
  readonly confirm: string;
  readonly faults: string;
  readonly fields: string;
  readonly file: string;
  readonly form: string;
  readonly origins: string;
  readonly sums: string;
  readonly wrong: string;
};
export default styles;
