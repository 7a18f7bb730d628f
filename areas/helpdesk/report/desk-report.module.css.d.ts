// Made from desk-report.module.css by `npm run styles`.
declare const styles: {
  readonly about: string;
  readonly bar: string;
  readonly column: string;
  readonly figures: string;
  readonly inTime: string;
  readonly key: string;
  readonly late: string;
  readonly months: string;
  readonly part: string;
  readonly ratings: string;
  readonly report: string;
  readonly unknown: string;
  readonly wide: string;
};
export default styles;
