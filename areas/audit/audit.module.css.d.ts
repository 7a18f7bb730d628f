// Made from audit.module.css by `npm run styles`.
declare const styles: {
  readonly chain: string;
  readonly 'chip-only': string;
  readonly deeds: string;
};
export default styles;
