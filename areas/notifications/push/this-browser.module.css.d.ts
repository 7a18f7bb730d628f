// Made from this-browser.module.css by `npm run styles`.
declare const styles: {
  readonly browsers: string;
  readonly list: string;
  readonly what: string;
};
export default styles;
