// Made from records.module.css by `npm run styles`.
declare const styles: {
  readonly count: string;
  readonly lists: string;
};
export default styles;
