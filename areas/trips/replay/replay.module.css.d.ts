// Made from replay.module.css by `npm run styles`.
declare const styles: {
  readonly arrow: string;
  readonly bar: string;
  readonly controls: string;
  readonly event: string;
  readonly list: string;
  readonly now: string;
  readonly picture: string;
  readonly plate: string;
  readonly sign: string;
  readonly space: string;
};
export default styles;
