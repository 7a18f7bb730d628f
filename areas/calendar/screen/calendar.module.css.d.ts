// Made from calendar.module.css by `npm run styles`.
declare const styles: {
  readonly bar: string;
  readonly day: string;
  readonly 'day-head': string;
  readonly duties: string;
  readonly grid: string;
  readonly kind: string;
  readonly late: string;
  readonly later: string;
  readonly months: string;
  readonly name: string;
  readonly narrow: string;
  readonly number: string;
  readonly rest: string;
  readonly side: string;
  readonly soon: string;
  readonly split: string;
  readonly state: string;
  readonly weekend: string;
  readonly what: string;
  readonly whose: string;
};
export default styles;
