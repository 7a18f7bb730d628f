/** Of papers: measures in points, colours, and fonts. */
export const sizes = { margin: 42, text: 9, small: 7.5, heading: 12, title: 17 } as const;
export const inks = { text: '#1b2430', soft: '#5b6573', line: '#d5dae1', shade: '#f3f5f8' } as const;
/** Latin and Devanagari with the sign of the rupee: what names and places of India are mostly written in. */
export const faces = { plain: 'plain', bold: 'bold' } as const;
