// Made from sharing.module.css by `npm run styles`.
declare const styles: {
  readonly documents: string;
  readonly given: string;
  readonly lines: string;
  readonly offers: string;
  readonly parts: string;
  readonly side: string;
  readonly state: string;
  readonly top: string;
  readonly what: string;
};
export default styles;
