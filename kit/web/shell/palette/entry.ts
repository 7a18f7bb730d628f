/** A line of the palette: a place to go to, or something to do. */
export interface Entry {
  key: string;
  group: 'here' | 'pages' | 'records' | 'searched' | 'recent' | 'actions';
  /** Of a record: the list that it stands in. Records of one list stand together under it. */
  heading?: string;
  name: string;
  /** Its name is only similar to what was typed. */
  alike?: true;
  /** Other words that people look for it by. */
  words?: string;
  /** Why it was found, where its name does not say so. */
  detail?: string;
  /** What it is, drawn at the end of the line. */
  kind: string;
  icon: string;
  to?: string;
  /** What the address is asked. */
  search?: Readonly<Record<string, string>>;
  /** Words that are searched for, instead of going anywhere. */
  again?: string;
  run?: () => void;
}
