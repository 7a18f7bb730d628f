// Made from reports.module.css by `npm run styles`.
declare const styles: {
  readonly chart: string;
  readonly columns: string;
  readonly figures: string;
  readonly line: string;
  readonly picker: string;
  readonly problem: string;
  readonly report: string;
  readonly rows: string;
  readonly rules: string;
  readonly scale: string;
  readonly some: string;
  readonly sum: string;
  readonly top: string;
  readonly where: string;
};
export default styles;
