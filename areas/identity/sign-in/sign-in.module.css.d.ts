// Made from sign-in.module.css by `npm run styles`.
declare const styles: {
  readonly below: string;
  readonly demo: string;
  readonly login: string;
  readonly picture: string;
  readonly side: string;
};
export default styles;
