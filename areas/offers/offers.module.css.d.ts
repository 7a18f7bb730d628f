// Made from offers.module.css by `npm run styles`.
declare const styles: {
  readonly phone: string;
  readonly value: string;
};
export default styles;
