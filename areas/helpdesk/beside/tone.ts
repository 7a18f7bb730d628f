import { requestStatuses } from '../tickets/ticket.contract.ts';

/** How a status is drawn. */
export const toneOf = (status: number): string =>
  requestStatuses.find(({ value }) => value === String(status))?.tone ?? 'off';
