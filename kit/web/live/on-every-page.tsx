import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import type { LazyPage } from '../lazy.ts';
import { useCan } from '../rights.ts';

/** What an area shows at the top of every page while there is something to show, whatever page is open. */
export interface OnEveryPage {
  /** Drawn only for those who may view this module. */
  module: string;
  component: LazyPage<object>;
}

const all: OnEveryPage[] = [];
export const addOnEveryPage = (one: OnEveryPage): void => void all.push(one);

/** What stays in sight above the page, and what areas show there. It takes its room: the page begins below it and nothing of it is covered. */
export function OverPage({ children }: { children: ReactNode }) {
  const can = useCan();
  const place = useRef<HTMLDivElement>(null);
  // Everything that stays at the top of the window stays below it.
  useEffect(() => {
    const root = document.documentElement;
    const measure = new ResizeObserver(() =>
      root.style.setProperty('--banner-h', `${place.current?.offsetHeight ?? 0}px`),
    );
    if (place.current) measure.observe(place.current);
    return () => {
      measure.disconnect();
      root.style.removeProperty('--banner-h');
    };
  }, []);
  return (
    <div className="over-page" ref={place}>
      {children}
      {all
        .filter(({ module }) => can(module, 'view'))
        .map(({ module, component: Part }) => (
          <Suspense key={module} fallback={null}>
            <Part />
          </Suspense>
        ))}
    </div>
  );
}
