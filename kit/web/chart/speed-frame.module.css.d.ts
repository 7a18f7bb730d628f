// Made from speed-frame.module.css by `npm run styles`.
declare const styles: {
  readonly area: string;
  readonly bare: string;
  readonly chart: string;
  readonly cursor: string;
  readonly grid: string;
  readonly line: string;
};
export default styles;
