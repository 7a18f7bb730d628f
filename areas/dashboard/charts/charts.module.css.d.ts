// Made from charts.module.css by `npm run styles`.
declare const styles: {
  readonly card: string;
  readonly charts: string;
  readonly coming: string;
  readonly drawing: string;
  readonly legend: string;
  readonly ring: string;
  readonly table: string;
  readonly total: string;
  readonly waits: string;
};
export default styles;
