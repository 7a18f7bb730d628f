// Made from choices.module.css by `npm run styles`.
declare const styles: {
  readonly times: string;
  readonly topic: string;
  readonly topics: string;
  readonly ways: string;
};
export default styles;
