// Made from place-panel.module.css by `npm run styles`.
declare const styles: {
  readonly disc: string;
  readonly halo: string;
  readonly map: string;
  readonly nose: string;
  readonly pin: string;
  readonly place: string;
  readonly places: string;
  readonly position: string;
  readonly vehicle: string;
};
export default styles;
