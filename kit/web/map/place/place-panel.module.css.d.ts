// Made from place-panel.module.css by `npm run styles`.
declare const styles: {
  readonly map: string;
  readonly pin: string;
  readonly place: string;
};
export default styles;
