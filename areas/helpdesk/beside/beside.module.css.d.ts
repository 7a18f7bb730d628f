// Made from beside.module.css by `npm run styles`.
declare const styles: {
  readonly acts: string;
  readonly bad: string;
  readonly beside: string;
  readonly clock: string;
  readonly counted: string;
  readonly due: string;
  readonly facts: string;
  readonly heading: string;
  readonly left: string;
  readonly ok: string;
  readonly others: string;
  readonly pause: string;
  readonly reading: string;
  readonly reasons: string;
  readonly top: string;
  readonly what: string;
};
export default styles;
