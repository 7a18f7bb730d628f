/** How what stands beside the pointer looks, in both skins. */
export const tooltipLook = {
  contentStyle: {
    background: 'var(--surface)',
    border: '1px solid var(--line-strong)',
    borderRadius: 8,
    color: 'var(--text)',
    fontSize: 13,
  },
  itemStyle: { color: 'var(--text)' },
  labelStyle: { color: 'var(--text-2)' },
  cursor: { fill: 'var(--off-soft)' },
  isAnimationActive: false,
} as const;
