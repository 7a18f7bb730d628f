// Made from upload.module.css by `npm run styles`.
declare const styles: {
  readonly asked: string;
  readonly body: string;
  readonly drawer: string;
  readonly end: string;
  readonly form: string;
  readonly head: string;
  readonly here: string;
  readonly more: string;
  readonly other: string;
  readonly others: string;
  readonly over: string;
  readonly pages: string;
  readonly pair: string;
  readonly preview: string;
  readonly progress: string;
  readonly renews: string;
  readonly small: string;
  readonly there: string;
  readonly unfit: string;
  readonly zone: string;
  readonly 'zone-words': string;
};
export default styles;
