// Made from ticket-form.module.css by `npm run styles`.
declare const styles: {
  readonly add: string;
  readonly card: string;
  readonly cards: string;
  readonly chip: string;
  readonly drop: string;
  readonly file: string;
  readonly form: string;
  readonly group: string;
  readonly label: string;
  readonly more: string;
  readonly over: string;
  readonly question: string;
  readonly topics: string;
  readonly two: string;
};
export default styles;
