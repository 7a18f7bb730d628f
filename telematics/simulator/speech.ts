import type { Place } from './place.ts';

/** A place on its way, and whether it waited in the tracker's memory before. */
export type Report = { readonly place: Place; readonly archived: boolean };

/** What the server said: of the login, or that the oldest frame under way is stored (`key` names it, where the protocol does). */
export type Reply =
  | { readonly kind: 'welcome' }
  | { readonly kind: 'stored'; readonly key?: number; readonly count?: number }
  | { readonly kind: 'refused'; readonly why: string };

/** One connection of a simulated tracker: what it says and how it understands the answers. */
export type Speech = {
  /** Said first, and answered before anything else is said; null where every report says whose it is. */
  readonly login: Buffer | null;
  /** Most reports in one frame. */
  readonly most: number;
  /** Most frames under way without an answer. */
  readonly window: number;
  report(reports: readonly Report[]): { readonly frame: Buffer; readonly key?: number };
  hear(bytes: Buffer): Reply[];
};

/** Cuts what a server says into its answers; `cut` gives the length of the first one, or 0 while it is not whole. */
export function listener(cut: (bytes: Buffer) => number, read: (answer: Buffer) => Reply): Speech['hear'] {
  let pending: Buffer = Buffer.alloc(0);
  return (bytes) => {
    pending = Buffer.concat([pending, bytes]);
    const replies: Reply[] = [];
    for (let length = cut(pending); length > 0 && length <= pending.length; length = cut(pending)) {
      replies.push(read(pending.subarray(0, length)));
      pending = pending.subarray(length);
    }
    if (pending.length > 16_384) replies.push({ kind: 'refused', why: 'Answers without an end' });
    return replies;
  };
}
