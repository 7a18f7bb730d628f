// Made from sessions.module.css by `npm run styles`.
declare const styles: {
  readonly act: string;
  readonly below: string;
  readonly 'facts-line': string;
  readonly 'given-password': string;
  readonly 'one-time': string;
  readonly 'session-lines': string;
  readonly 'way-in': string;
  readonly 'way-in-sheet': string;
  readonly what: string;
};
export default styles;
