// Made from people.module.css by `npm run styles`.
declare const styles: {
  readonly 'copy-line': string;
  readonly 'driver-lines': string;
  readonly onboarding: string;
  readonly 'open-page': string;
  readonly 'paper-lines': string;
  readonly steps: string;
  readonly what: string;
};
export default styles;
