// Made from livemap.module.css by `npm run styles`.
declare const styles: {
  readonly acts: string;
  readonly card: string;
  readonly choices: string;
  readonly chosen: string;
  readonly coming: string;
  readonly console: string;
  readonly end: string;
  readonly foot: string;
  readonly head: string;
  readonly hovered: string;
  readonly legend: string;
  readonly list: string;
  readonly more: string;
  readonly motion: string;
  readonly motions: string;
  readonly nothing: string;
  readonly row: string;
  readonly 'row-sk': string;
  readonly rows: string;
  readonly side: string;
  readonly sign: string;
  readonly speed: string;
  readonly stage: string;
  readonly tabled: string;
  readonly tables: string;
};
export default styles;
