/** A line of the palette: a place to go to, or something to do. */
export interface Entry {
  key: string;
  group: 'here' | 'pages' | 'records' | 'recent' | 'actions';
  name: string;
  /** Other words that people look for it by. */
  words?: string;
  /** Why it was found, where its name does not say so. */
  detail?: string;
  /** What it is, drawn at the end of the line. */
  kind: string;
  icon: string;
  to?: string;
  run?: () => void;
}
