// Made from policies.module.css by `npm run styles`.
declare const styles: {
  readonly ahead: string;
  readonly axis: string;
  readonly bar: string;
  readonly compared: string;
  readonly cover: string;
  readonly 'cover-name': string;
  readonly facts: string;
  readonly gap: string;
  readonly inline: string;
  readonly offers: string;
  readonly past: string;
  readonly reason: string;
  readonly refund: string;
  readonly renewal: string;
  readonly running: string;
  readonly sums: string;
  readonly timeline: string;
  readonly today: string;
  readonly track: string;
  readonly 'version-head': string;
  readonly versions: string;
};
export default styles;
