/** Bringing rows of a file into a catalogue: what both sides say to each other. */
export type ImportMode = 'create' | 'update' | 'upsert';
export const importLimits = {
  rows: 10_000,
  columns: 100,
  bytes: 10 * 1024 * 1024,
  cell: 20_000,
  /** Of one person: imports that wait or are being worked on. */
  unfinished: 3,
};

/** A file as it was read: its headings and its rows, as texts. */
export interface ImportSheet {
  name: string;
  headings: string[];
  rows: string[][];
  /** The line of the file that each row begins in: blank lines are left out, and a cell may hold several lines. */
  lines: number[];
  /** How the file was understood, for people: 'CSV, semicolons, Windows-1252'. */
  read: string;
}
/** A row under the names of fields. `line` is that of the file. */
export interface ImportRow {
  line: number;
  cells: Record<string, string>;
}
/** What would become of a row. */
export interface PlannedRow {
  line: number;
  action: 'create' | 'update' | 'same' | 'error';
  /** What is wrong, by field; the key '' stands for the row. */
  messages: Record<string, string>;
  /** What is odd about it, though it is taken. */
  warnings?: readonly string[];
}
export interface ImportPlan {
  rows: PlannedRow[];
  create: number;
  update: number;
  same: number;
  error: number;
}
export interface ImportBatch {
  id: string;
  module: string;
  fileName: string;
  mode: ImportMode;
  partial: boolean;
  state: 'waiting' | 'running' | 'done' | 'failed' | 'undone';
  total: number;
  done: number;
  created: number;
  updated: number;
  same: number;
  failed: number;
  actorName: string;
  at: string;
  finishedAt: string | null;
  undoneAt: string | null;
  /** Why nothing was taken in, where everything or nothing was asked for. */
  message: string | null;
}
