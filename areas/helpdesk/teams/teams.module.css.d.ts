// Made from teams.module.css by `npm run styles`.
declare const styles: {
  readonly member: string;
  readonly members: string;
  readonly person: string;
};
export default styles;
