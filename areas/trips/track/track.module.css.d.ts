// Made from track.module.css by `npm run styles`.
declare const styles: {
  readonly 'as-reported': string;
  readonly 'chart-head': string;
  readonly 'chart-number': string;
  readonly 'chart-over': string;
  readonly 'chart-stop': string;
  readonly 'cursor-says': string;
  readonly 'dot-of': string;
  readonly gap: string;
  readonly halo: string;
  readonly idle: string;
  readonly 'on-roads': string;
  readonly 'over-limit': string;
  readonly sign: string;
  readonly 'sign-end': string;
  readonly 'sign-end-mark': string;
  readonly 'sign-gap': string;
  readonly 'sign-idle': string;
  readonly 'sign-start': string;
  readonly 'sign-start-dot': string;
  readonly 'stop-number': string;
  readonly 'track-cursor': string;
  readonly 'track-gap': string;
};
export default styles;
