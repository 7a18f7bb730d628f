// Made from desk.module.css by `npm run styles`.
declare const styles: {
  readonly back: string;
  readonly context: string;
  readonly conversation: string;
  readonly desk: string;
  readonly find: string;
  readonly head: string;
  readonly list: string;
  readonly more: string;
  readonly row: string;
  readonly rows: string;
  readonly subject: string;
  readonly tabs: string;
  readonly talk: string;
  readonly top: string;
};
export default styles;
