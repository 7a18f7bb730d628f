// Made from roads.module.css by `npm run styles`.
declare const styles: {
  readonly answer: string;
  readonly applied: string;
  readonly axis: string;
  readonly bar: string;
  readonly below: string;
  readonly drawing: string;
  readonly faint: string;
  readonly lane: string;
  readonly limit: string;
  readonly line: string;
  readonly map: string;
  readonly mark: string;
  readonly meets: string;
  readonly moment: string;
  readonly pair: string;
  readonly picture: string;
  readonly plain: string;
  readonly point: string;
  readonly report: string;
  readonly ruled: string;
  readonly rules: string;
  readonly said: string;
  readonly tools: string;
  readonly top: string;
};
export default styles;
