import { IconArrowUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

/** Back to the top of a long page; it shows after some scrolling. */
export function ToTop({ label }: { label: string }) {
  const [far, setFar] = useState(false);
  useEffect(() => {
    const look = () => setFar(window.scrollY > 600);
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  if (!far) return null;
  return (
    <button
      type="button"
      className="btn ic totop"
      aria-label={label}
      onClick={() => window.scrollTo({ top: 0, behavior: 'instant' })}
    >
      <IconArrowUp className="i" aria-hidden="true" />
    </button>
  );
}
