// Made from notices.module.css by `npm run styles`.
declare const styles: {
  readonly bell: string;
  readonly count: string;
  readonly feed: string;
  readonly foot: string;
  readonly list: string;
  readonly unread: string;
  readonly what: string;
};
export default styles;
