/** How the state of an offer is drawn. */
export const offerTones = { SCHEDULED: 'info', LIVE: 'ok', PAUSED: 'due', ENDED: 'off' } as const;
