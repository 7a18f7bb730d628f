import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#kit/web/api.ts';
import { queryClient } from '#kit/web/queries.ts';
import { act, violationOf } from '../speeding.queries.ts';

/** Taken anew before the server gives it to others, which it does after 15 minutes. */
const againMs = 5 * 60_000;

/**
 * Takes a violation for as long as its page is open, so that nobody else decides it meanwhile, and gives it back when it is left.
 * @param isWanted it waits for a decision, this person may decide it, and nobody else has it.
 * @returns what the server said where it was refused, and what notes that it was decided: then there is nothing to give back.
 */
export function useTaken(id: string, isWanted: boolean): { refused: string | undefined; noteDecided: () => void } {
  const [refused, setRefused] = useState<{ id: string; message: string }>();
  const decided = useRef<string>(undefined);
  useEffect(() => {
    if (!isWanted) return;
    let [isOver, isHeld] = [false, false];
    const giveBack = (more?: { keepalive: true }) => {
      if (decided.current !== id) void act(id, 'take', { taken: false }, more).catch(() => undefined);
    };
    const take = async () => {
      try {
        await act(id, 'take', { taken: true });
        isHeld = true;
        // One that was decided and undone is held again.
        decided.current = undefined;
        if (isOver) giveBack();
        else setRefused(undefined);
      } catch (error) {
        if (isOver || !(error instanceof ApiError)) return;
        setRefused({ id, message: error.message });
        await queryClient.invalidateQueries({ queryKey: violationOf(id).queryKey });
      }
    };
    void take();
    const timer = setInterval(() => void take(), againMs);
    // A tab that is closed unmounts nothing; one that comes back from the browser's memory goes on where it was.
    const left = () => {
      if (isHeld) giveBack({ keepalive: true });
    };
    const back = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void take();
    };
    window.addEventListener('pagehide', left);
    window.addEventListener('pageshow', back);
    return () => {
      isOver = true;
      clearInterval(timer);
      window.removeEventListener('pagehide', left);
      window.removeEventListener('pageshow', back);
      if (isHeld) giveBack();
    };
  }, [id, isWanted]);
  return {
    refused: refused?.id === id ? refused.message : undefined,
    noteDecided: () => {
      decided.current = id;
    },
  };
}
