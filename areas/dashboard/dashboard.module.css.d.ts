// Made from dashboard.module.css by `npm run styles`.
declare const styles: {
  readonly brief: string;
  readonly changes: string;
  readonly fig: string;
  readonly idle: string;
  readonly 'list-acts': string;
  readonly main: string;
  readonly note: string;
  readonly parts: string;
  readonly queue: string;
  readonly queues: string;
  readonly ring: string;
  readonly side: string;
  readonly sided: string;
  readonly 'sk-fig': string;
  readonly 'sk-row': string;
  readonly 'sk-title': string;
  readonly states: string;
  readonly 'sub-sk': string;
  readonly today: string;
  readonly trips: string;
  readonly waits: string;
  readonly way: string;
};
export default styles;
