/** The mark: a road that narrows to the horizon. */
export const Logo = () => (
  <svg viewBox="0 0 28 28" aria-hidden="true">
    <rect width="28" height="28" rx="8" fill="var(--accent)" />
    <path
      d="M8.2 21.5 12.4 6.5h3.2l4.2 15"
      fill="none"
      stroke="#fff"
      strokeWidth="2.1"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <path d="M14 10v1.6m0 2.8v2.2m0 2.9v2" fill="none" stroke="#fff" strokeWidth="2.1" strokeLinecap="round" />
  </svg>
);
