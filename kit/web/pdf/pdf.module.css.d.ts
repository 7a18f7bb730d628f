// Made from pdf.module.css by `npm run styles`.
declare const styles: {
  readonly aside: string;
  readonly document: string;
  readonly place: string;
  readonly steps: string;
  readonly tools: string;
  readonly view: string;
};
export default styles;
