// Made from public-help.module.css by `npm run styles`.
declare const styles: {
  readonly answers: string;
  readonly page: string;
};
export default styles;
