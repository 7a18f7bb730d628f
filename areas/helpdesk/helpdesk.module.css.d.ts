// Made from helpdesk.module.css by `npm run styles`.
declare const styles: {
  readonly category: string;
  readonly helpful: string;
  readonly parts: string;
  readonly top: string;
};
export default styles;
