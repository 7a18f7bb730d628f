// Made from frames.module.css by `npm run styles`.
declare const styles: {
  readonly 'frame-bytes': string;
  readonly 'frame-head': string;
  readonly frames: string;
  readonly mark: string;
  readonly reading: string;
};
export default styles;
