// Made from trips.module.css by `npm run styles`.
declare const styles: {
  readonly figures: string;
  readonly 'fix-cards': string;
  readonly 'fix-table': string;
  readonly fixes: string;
  readonly gap: string;
  readonly idle: string;
  readonly 'latest-trips': string;
  readonly now: string;
  readonly 'now-line': string;
  readonly 'now-lines': string;
  readonly 'now-none': string;
  readonly reopened: string;
  readonly 'roads-bar': string;
  readonly 'stop-line': string;
  readonly 'stop-list': string;
  readonly 'stop-sign': string;
  readonly 'track-table': string;
  readonly 'trip-cards': string;
  readonly 'trip-line': string;
  readonly 'trip-picture': string;
  readonly 'trip-space': string;
  readonly trips: string;
  readonly way: string;
  readonly where: string;
};
export default styles;
