// Made from exports.module.css by `npm run styles`.
declare const styles: {
  readonly exports: string;
  readonly 'facts-line': string;
  readonly 'file-name': string;
  readonly what: string;
};
export default styles;
