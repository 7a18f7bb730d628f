import type { LazyPage } from './lazy.ts';

/** A page of the web app. `open` pages need no session and have no menu around them. */
export interface Screen {
  path: string;
  component: LazyPage<object>;
  open?: boolean;
  /** The page also owns every address below its path. */
  nested?: boolean;
}
