// Made from devices.module.css by `npm run styles`.
declare const styles: {
  readonly 'all-used': string;
  readonly answer: string;
  readonly 'binding-lines': string;
  readonly board: string;
  readonly 'board-cards': string;
  readonly 'board-head': string;
  readonly 'board-list': string;
  readonly 'board-table': string;
  readonly 'card-line': string;
  readonly 'clock-said': string;
  readonly 'device-acts': string;
  readonly 'device-card': string;
  readonly 'device-now': string;
  readonly fig: string;
  readonly 'problem-counts': string;
  readonly 'problem-lines': string;
  readonly said: string;
  readonly 'state-counts': string;
  readonly what: string;
};
export default styles;
