/** Exports that are made after the answer: what both sides say to each other. */
export const exportLimits = {
  /** Up to here a screen asks for the file at once and waits for it. */
  atOnce: 5_000,
  /** Rows of a CSV that is made as a job. */
  csvRows: 1_000_000,
  /** Rows of a workbook: seven seconds of a core, and 340 MB of memory while it is made. */
  xlsxRows: 25_000,
  /** Of one person at a time: those that are being made, and files that lie ready. */
  unfinished: 3,
  kept: 25,
  /** Days that the file can be fetched, and days that the record stays after that. */
  fileDays: 7,
  recordDays: 30,
};

export const exportStates = ['waiting', 'running', 'done', 'failed', 'expired'] as const;
export type ExportState = (typeof exportStates)[number];

export interface ExportFile {
  id: string;
  /** Path of the catalogue. */
  module: string;
  format: 'csv' | 'xlsx';
  /** Of the file. */
  name: string;
  /** Deleted rows were asked for. */
  trash: boolean;
  state: ExportState;
  /** Rows that were taken when it was asked for, and how many of them were looked at since. */
  total: number;
  done: number;
  /** Rows that were there when it was asked for and no longer are. */
  leftOut: number;
  bytes: number;
  /** Why it failed. */
  message: string | null;
  at: string;
  finishedAt: string | null;
  expiresAt: string | null;
}

export const isUnfinished = ({ state }: Pick<ExportFile, 'state'>): boolean =>
  state === 'waiting' || state === 'running';
