// Made from people.module.css by `npm run styles`.
declare const styles: {
  readonly 'card-line': string;
  readonly 'copy-line': string;
  readonly counts: string;
  readonly 'driver-lines': string;
  readonly onboarding: string;
  readonly 'open-page': string;
  readonly 'paper-lines': string;
  readonly steps: string;
  readonly 'vehicle-card': string;
  readonly what: string;
};
export default styles;
