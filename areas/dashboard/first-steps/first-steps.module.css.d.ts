// Made from first-steps.module.css by `npm run styles`.
declare const styles: {
  readonly done: string;
  readonly steps: string;
  readonly what: string;
};
export default styles;
