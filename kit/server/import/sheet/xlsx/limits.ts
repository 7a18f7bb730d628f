/** What a workbook may take to be read, however small it is packed. Sizes in bytes, texts in characters. */
export const workbookLimits = {
  /** Files in it; only five of them are read. */
  files: 5_000,
  /** What those unpack to together. Ten thousand rows of a hundred cells are half of it. */
  unpacked: 100 * 1024 * 1024,
  /** How much larger a file of it may be than it is packed, once it is larger than `ratioFrom`. */
  ratio: 200,
  ratioFrom: 8 * 1024 * 1024,
  /** Cells of the sheet, empty ones included, and shared texts. */
  cells: 1_200_000,
  texts: 1_000_000,
  /** Letters of all cells together: as many as the rows of one import may bring. */
  letters: 40_000_000,
  /** Elements within each other, and attributes of one. */
  depth: 64,
  attributes: 100,
  styles: 100_000,
  /** Letters of a number format. */
  format: 500,
} as const;
