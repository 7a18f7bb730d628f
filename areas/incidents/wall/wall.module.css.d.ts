// Made from wall.module.css by `npm run styles`.
declare const styles: {
  readonly acts: string;
  readonly card: string;
  readonly cards: string;
  readonly facts: string;
  readonly first: string;
  readonly foot: string;
  readonly line: string;
  readonly next: string;
  readonly open: string;
  readonly others: string;
  readonly said: string;
  readonly sign: string;
  readonly test: string;
  readonly times: string;
  readonly toggle: string;
  readonly trial: string;
  readonly wall: string;
  readonly what: string;
  readonly where: string;
};
export default styles;
