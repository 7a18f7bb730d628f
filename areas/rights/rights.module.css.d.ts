// Made from rights.module.css by `npm run styles`.
declare const styles: {
  readonly c: string;
  readonly changed: string;
  readonly 'compare-pick': string;
  readonly compared: string;
  readonly difference: string;
  readonly edit: string;
  readonly grp: string;
  readonly held: string;
  readonly mx: string;
  readonly 'mx-head': string;
  readonly 'mx-key': string;
  readonly 'mx-scroll': string;
  readonly 'mx-sheet': string;
  readonly no: string;
  readonly 'not-offered': string;
  readonly 'role-facts': string;
  readonly 'role-foot': string;
  readonly take: string;
  readonly 'why-pick': string;
};
export default styles;
