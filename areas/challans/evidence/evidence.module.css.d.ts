// Made from evidence.module.css by `npm run styles`.
declare const styles: {
  readonly about: string;
  readonly bundles: string;
  readonly drop: string;
  readonly head: string;
  readonly over: string;
  readonly panel: string;
  readonly parts: string;
  readonly result: string;
  readonly says: string;
  readonly under: string;
  readonly words: string;
};
export default styles;
