// Made from deadlines.module.css by `npm run styles`.
declare const styles: {
  readonly 'deadline-when': string;
  readonly 'deadlines-wait': string;
  readonly 'duty-day': string;
  readonly 'duty-state': string;
  readonly 'duty-what': string;
  readonly 'next-deadlines': string;
  readonly 'obligation-spans': string;
  readonly obligations: string;
};
export default styles;
