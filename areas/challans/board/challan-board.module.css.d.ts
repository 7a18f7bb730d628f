// Made from challan-board.module.css by `npm run styles`.
declare const styles: {
  readonly bars: string;
  readonly board: string;
  readonly due: string;
  readonly figures: string;
  readonly key: string;
  readonly months: string;
  readonly offence: string;
  readonly paid: string;
  readonly part: string;
  readonly refunded: string;
  readonly wide: string;
};
export default styles;
