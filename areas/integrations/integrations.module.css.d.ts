// Made from integrations.module.css by `npm run styles`.
declare const styles: {
  readonly actions: string;
  readonly code: string;
  readonly count: string;
  readonly events: string;
  readonly lines: string;
  readonly may: string;
  readonly messages: string;
  readonly scopes: string;
  readonly state: string;
  readonly used: string;
  readonly what: string;
};
export default styles;
