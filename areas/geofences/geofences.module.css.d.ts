// Made from geofences.module.css by `npm run styles`.
declare const styles: {
  readonly below: string;
  readonly drawing: string;
  readonly 'event-cards': string;
  readonly map: string;
  readonly mark: string;
  readonly pin: string;
  readonly points: string;
  readonly quiet: string;
  readonly results: string;
  readonly simulation: string;
  readonly tools: string;
};
export default styles;
