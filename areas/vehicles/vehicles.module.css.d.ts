// Made from vehicles.module.css by `npm run styles`.
declare const styles: {
  readonly 'driver-card': string;
  readonly 'driver-line': string;
  readonly 'group-picks': string;
  readonly groups: string;
  readonly periods: string;
  readonly 'transfer-request': string;
  readonly transfers: string;
  readonly what: string;
};
export default styles;
