// Made from map.module.css by `npm run styles`.
declare const styles: {
  readonly box: string;
  readonly brief: string;
  readonly failed: string;
  readonly foot: string;
  readonly full: string;
  readonly legend: string;
  readonly map: string;
  readonly sources: string;
  readonly 'tiles-failed': string;
  readonly zoom: string;
};
export default styles;
