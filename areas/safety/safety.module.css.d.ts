// Made from safety.module.css by `npm run styles`.
declare const styles: {
  readonly call: string;
  readonly numbers: string;
};
export default styles;
