// Made from sign-in-form.module.css by `npm run styles`.
declare const styles: {
  readonly fields: string;
  readonly s1: string;
  readonly s2: string;
  readonly s3: string;
  readonly strength: string;
  readonly wide: string;
};
export default styles;
