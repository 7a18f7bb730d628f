/** Times and bounds that the specification names (its section 9), in milliseconds unless the name says otherwise. */
export const constants = {
  toastMs: 2_000,
  /** Undo needs longer than reading does; our addition. */
  undoToastMs: 8_000,
  toastLimit: 20,
  toastWidthPx: 350,
  languageRetries: 5,
  languageRetryMs: 350,
  chunkTimeoutMs: 120_000,
  /** A wait shorter than this shows no loading bar. */
  loadingDelayMs: 150,
  searchDelayMs: 250,
  /** First rows of a picker. */
  pickerTake: 5,
  bellLimit: 50,
} as const;
