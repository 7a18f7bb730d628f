// Made from vehicles.module.css by `npm run styles`.
declare const styles: {
  readonly 'driver-card': string;
  readonly 'driver-facts': string;
  readonly 'driver-line': string;
  readonly 'driver-name': string;
  readonly 'driver-who': string;
  readonly 'group-picks': string;
  readonly groups: string;
  readonly model: string;
  readonly named: string;
  readonly owned: string;
  readonly periods: string;
  readonly 'transfer-request': string;
  readonly transfers: string;
  readonly what: string;
};
export default styles;
