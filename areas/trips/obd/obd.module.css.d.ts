// Made from obd.module.css by `npm run styles`.
declare const styles: {
  readonly ends: string;
  readonly head: string;
  readonly line: string;
  readonly note: string;
  readonly series: string;
  readonly table: string;
  readonly value: string;
  readonly values: string;
};
export default styles;
