import { useEffect, useState } from 'react';

/** Opens one step after it was mounted: only what was seen closed gives the focus back where it came from. */
export function useOpening(opened: boolean): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  return shown;
}
