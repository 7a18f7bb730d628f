// Made from score.module.css by `npm run styles`.
declare const styles: {
  readonly cards: string;
  readonly column: string;
  readonly columns: string;
  readonly counts: string;
  readonly foot: string;
  readonly formula: string;
  readonly large: string;
  readonly number: string;
  readonly page: string;
  readonly 'part-cards': string;
  readonly parts: string;
  readonly rows: string;
  readonly scale: string;
  readonly subjects: string;
  readonly trend: string;
};
export default styles;
