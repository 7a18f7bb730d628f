// Made from dashboard.module.css by `npm run styles`.
declare const styles: {
  readonly brief: string;
  readonly changes: string;
  readonly fig: string;
  readonly queue: string;
  readonly queues: string;
  readonly today: string;
};
export default styles;
