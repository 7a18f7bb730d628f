// Made from challan.module.css by `npm run styles`.
declare const styles: {
  readonly chosen: string;
  readonly clocks: string;
  readonly day: string;
  readonly drop: string;
  readonly file: string;
  readonly files: string;
  readonly head: string;
  readonly letters: string;
  readonly money: string;
  readonly notes: string;
  readonly ofAuthority: string;
  readonly ofCompany: string;
  readonly others: string;
  readonly over: string;
  readonly panel: string;
  readonly private: string;
  readonly said: string;
  readonly sides: string;
  readonly thumb: string;
  readonly turns: string;
  readonly ways: string;
  readonly words: string;
};
export default styles;
