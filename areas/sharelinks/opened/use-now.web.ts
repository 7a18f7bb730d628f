import { useEffect, useState } from 'react';

/** The time by the server, milliseconds, anew each second. @param aheadMs of the server's clock before the browser's */
export function useNow(aheadMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now + aheadMs;
}
