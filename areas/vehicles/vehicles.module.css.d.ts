// Made from vehicles.module.css by `npm run styles`.
declare const styles: {
  readonly amber: string;
  readonly answer: string;
  readonly 'driver-card': string;
  readonly 'driver-line': string;
  readonly green: string;
  readonly 'more-reasons': string;
  readonly periods: string;
  readonly reasons: string;
  readonly red: string;
  readonly said: string;
  readonly 'transfer-request': string;
  readonly transfers: string;
  readonly until: string;
  readonly verdict: string;
  readonly 'verdict-lines': string;
  readonly what: string;
};
export default styles;
