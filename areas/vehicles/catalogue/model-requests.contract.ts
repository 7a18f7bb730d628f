export const modelRequestStates = ['OPEN', 'ANSWERED', 'DECLINED', 'WITHDRAWN'] as const;
export type ModelRequestState = (typeof modelRequestStates)[number];

/** A row of GET /model-request. */
export interface ModelRequestRow {
  id: string;
  /** Brand and model, as the client calls them. */
  name: string;
  note: string | null;
  state: ModelRequestState;
  /** Who asks. */
  organisation: string;
  /** The model that answers it. */
  model: string | null;
  modelId: string | null;
  reply: string | null;
  createdAt: string;
  decidedAt: string | null;
  /** Vehicles of the client that carry this name instead of a model. */
  vehicles: number;
}
