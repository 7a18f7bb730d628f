// Made from copy-line.module.css by `npm run styles`.
declare const styles: {
  readonly copy: string;
};
export default styles;
