// Made from deadlines.module.css by `npm run styles`.
declare const styles: {
  readonly 'duty-day': string;
  readonly 'duty-state': string;
  readonly 'duty-what': string;
  readonly 'obligation-spans': string;
  readonly obligations: string;
};
export default styles;
