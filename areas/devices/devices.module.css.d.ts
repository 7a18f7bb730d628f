// Made from devices.module.css by `npm run styles`.
declare const styles: {
  readonly 'all-used': string;
  readonly 'binding-lines': string;
  readonly board: string;
  readonly 'board-cards': string;
  readonly 'board-head': string;
  readonly 'board-list': string;
  readonly 'board-table': string;
  readonly 'card-line': string;
  readonly 'clock-said': string;
  readonly 'device-card': string;
  readonly fig: string;
  readonly 'problem-counts': string;
  readonly 'problem-lines': string;
  readonly 'state-counts': string;
  readonly what: string;
};
export default styles;
