import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react';
import { constants } from './constants.ts';

/**
 * A component for rows of any catalogue, as the kit draws it. One that wants the rows of its own catalogue fits: an area hands
 * it over under that catalogue's path.
 */
export type Draws<P> = { draw(props: P): ReactNode }['draw'];

/** A component that is fetched when it is first shown, or before that when somebody is on the way to it. */
export type LazyPage<P> = ((props: P) => ReactNode) & {
  /** Fetches it. What failed is asked for anew the next time. */
  preload: () => Promise<void>;
};

/**
 * A page that is fetched when it is first shown. Fetching is given up after the time the specification names. One that is
 * there already is drawn at once: React would keep what stands in its place for 300 ms.
 */
export function lazyPage<P extends object>(load: () => Promise<ComponentType<P>>): LazyPage<P> {
  let here: ComponentType<P> | undefined;
  let coming: Promise<ComponentType<P>> | undefined;
  const fetch = async (): Promise<ComponentType<P>> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The page took too long to load')), constants.chunkTimeoutMs);
    });
    try {
      here = await Promise.race([load(), late]);
      return here;
    } catch (error) {
      coming = undefined;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
  const fetchOnce = () => (coming ??= fetch());
  const Fetched = lazy(async () => ({ default: await fetchOnce() }));
  function Page(props: P): ReactNode {
    // What a page began as it stays, so that it is not drawn anew when another place fetches it meanwhile.
    const [Shown] = useState<ComponentType<P>>(() => here ?? Fetched);
    return createElement(Shown, props);
  }
  return Object.assign(Page, { preload: async () => void (await fetchOnce()) });
}
