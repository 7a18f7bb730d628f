// Made from shared.module.css by `npm run styles`.
declare const styles: {
  readonly card: string;
  readonly end: string;
  readonly 'end-mark': string;
  readonly foot: string;
  readonly gap: string;
  readonly halo: string;
  readonly head: string;
  readonly legend: string;
  readonly map: string;
  readonly moving: string;
  readonly notice: string;
  readonly old: string;
  readonly open: string;
  readonly page: string;
  readonly plain: string;
  readonly sign: string;
  readonly start: string;
  readonly stopped: string;
  readonly waiting: string;
};
export default styles;
