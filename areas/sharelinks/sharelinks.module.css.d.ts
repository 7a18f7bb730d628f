// Made from sharelinks.module.css by `npm run styles`.
declare const styles: {
  readonly count: string;
  readonly lines: string;
  readonly log: string;
  readonly number: string;
  readonly seen: string;
  readonly state: string;
  readonly what: string;
  readonly wrong: string;
};
export default styles;
