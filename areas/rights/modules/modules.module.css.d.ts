// Made from modules.module.css by `npm run styles`.
declare const styles: {
  readonly about: string;
  readonly at: string;
  readonly dragged: string;
  readonly 'drop-after': string;
  readonly 'drop-before': string;
  readonly 'drop-inside': string;
  readonly group: string;
  readonly handle: string;
  readonly levels: string;
  readonly 'menu-changes': string;
  readonly modules: string;
  readonly moves: string;
  readonly 'order-bar': string;
  readonly people: string;
  readonly scopes: string;
  readonly tags: string;
  readonly what: string;
};
export default styles;
