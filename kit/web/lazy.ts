import { type ComponentType, lazy, type LazyExoticComponent, type ReactNode } from 'react';
import { constants } from './constants.ts';

/**
 * A component for rows of any catalogue, as the kit draws it. One that wants the rows of its own catalogue fits: an area hands
 * it over under that catalogue's path.
 */
export type Draws<P> = { draw(props: P): ReactNode }['draw'];

/** A page that is fetched when it is first shown. Fetching is given up after the time the specification names. */
export function lazyPage<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The page took too long to load')), constants.chunkTimeoutMs);
    });
    try {
      return { default: await Promise.race([load(), late]) };
    } finally {
      clearTimeout(timer);
    }
  });
}
