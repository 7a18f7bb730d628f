// Made from profile.module.css by `npm run styles`.
declare const styles: {
  readonly codes: string;
  readonly 'codes-sheet': string;
  readonly 'no-print': string;
  readonly own: string;
  readonly 'picture-row': string;
  readonly 'print-only': string;
  readonly qr: string;
  readonly 'secret-letters': string;
};
export default styles;
