// Made from feeds.module.css by `npm run styles`.
declare const styles: {
  readonly kinds: string;
  readonly links: string;
  readonly what: string;
};
export default styles;
