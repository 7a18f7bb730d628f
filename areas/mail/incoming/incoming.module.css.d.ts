// Made from incoming.module.css by `npm run styles`.
declare const styles: {
  readonly acts: string;
  readonly category: string;
  readonly incoming: string;
  readonly text: string;
  readonly what: string;
};
export default styles;
