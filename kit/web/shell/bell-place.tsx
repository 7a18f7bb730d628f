import { Suspense } from 'react';
import type { LazyPage } from '../lazy.ts';

let Bell: LazyPage<object> | undefined;
/** What an area draws in the bar for what people are told. */
export const setBell = (bell: LazyPage<object>): void => void (Bell = bell);

/** Its place in the bar, which is there from the start; the rest comes later. */
export const BellPlace = () => <Suspense fallback={<span className="btn g ic" />}>{Bell ? <Bell /> : null}</Suspense>;
