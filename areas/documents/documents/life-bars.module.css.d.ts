// Made from life-bars.module.css by `npm run styles`.
declare const styles: {
  readonly axis: string;
  readonly bar: string;
  readonly end: string;
  readonly few: string;
  readonly fine: string;
  readonly late: string;
  readonly lives: string;
  readonly months: string;
  readonly name: string;
  readonly open: string;
  readonly soon: string;
  readonly track: string;
  readonly under: string;
};
export default styles;
