/** The life of an import, from the first bytes of its file. */
export const importStates = [
  'UPLOADING',
  'READING',
  'CHECKED',
  'IMPORTING',
  'DONE',
  'UNDOING',
  'UNDONE',
  'CANCELLED',
  'FAILED',
] as const;
export type ImportState = (typeof importStates)[number];

/** Of a file, and of each piece of it that is sent. */
export const roadFileLimits = { bytes: 512 * 1024 * 1024, pieceBytes: 8 * 1024 * 1024 } as const;

/** How long an import can be taken back. */
export const undoDays = 30;

export interface RoadImport {
  id: string;
  fileName: string;
  dataSet: string;
  bytes: number;
  /** Bytes that have arrived. */
  received: number;
  state: ImportState;
  /** Roads that were read, and ways that no vehicle drives on. */
  read: number;
  passed: number;
  /** Roads by what becomes of them; `kept` were edited here since the last import. */
  made: number;
  changed: number;
  same: number;
  kept: number;
  gone: number;
  /** Features that cannot be imported, and those with a warning. */
  errors: number;
  warnings: number;
  /** Roads written so far, of all that are to be written or taken back. */
  done: number;
  total: number;
  /** Roads that its undo left as they are, because they were edited since. */
  undoLeft: number;
  canUndo: boolean;
  message: string | null;
  actorName: string;
  at: string;
  startedAt: string | null;
  finishedAt: string | null;
  undoneAt: string | null;
}

export interface OneRoadImport extends RoadImport {
  /** Faults by their code. */
  faults: Readonly<Record<string, number>>;
}

export interface RoadFault {
  code: string;
  no: number | null;
  line: number | null;
  feature: string | null;
  detail: string | null;
}

/** What an import did to a road, for the road's page. */
export interface RoadOrigin {
  importId: string;
  fileName: string;
  dataSet: string;
  action: 'NEW' | 'CHANGED' | 'GONE';
  isUndone: boolean;
  actorName: string;
  at: string;
}
