// Made from vehicles.module.css by `npm run styles`.
declare const styles: {
  readonly amber: string;
  readonly answer: string;
  readonly green: string;
  readonly periods: string;
  readonly red: string;
  readonly said: string;
  readonly 'transfer-request': string;
  readonly transfers: string;
  readonly verdict: string;
  readonly 'verdict-lines': string;
  readonly what: string;
  readonly who: string;
};
export default styles;
