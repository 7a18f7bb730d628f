// Made from explorer.module.css by `npm run styles`.
declare const styles: {
  readonly builds: string;
  readonly choices: string;
  readonly explorer: string;
  readonly on: string;
};
export default styles;
