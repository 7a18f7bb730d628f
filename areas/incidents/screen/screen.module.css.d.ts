// Made from screen.module.css by `npm run styles`.
declare const styles: {
  readonly head: string;
  readonly lines: string;
  readonly people: string;
  readonly test: string;
  readonly what: string;
  readonly who: string;
  readonly words: string;
};
export default styles;
