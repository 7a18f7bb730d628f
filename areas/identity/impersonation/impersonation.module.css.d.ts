// Made from impersonation.module.css by `npm run styles`.
declare const styles: {
  readonly 'acts-as': string;
  readonly end: string;
  readonly 'facts-line': string;
  readonly reason: string;
  readonly what: string;
};
export default styles;
