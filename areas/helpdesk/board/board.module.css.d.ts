// Made from board.module.css by `npm run styles`.
declare const styles: {
  readonly bad: string;
  readonly board: string;
  readonly card: string;
  readonly cards: string;
  readonly column: string;
  readonly due: string;
  readonly line: string;
  readonly name: string;
  readonly subject: string;
};
export default styles;
