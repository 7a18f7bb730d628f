/** Life of an incident. What is closed stays closed: another emergency is another incident. */
export const incidentStates = [
  { value: 'RAISED', label: 'Not acknowledged', tone: 'bad' },
  { value: 'ACKNOWLEDGED', label: 'Acknowledged', tone: 'due' },
  { value: 'CONTACTED', label: 'Contacts called', tone: 'due' },
  { value: 'RESPONDER_SENT', label: 'Help is on the way', tone: 'info' },
  { value: 'RESOLVED', label: 'Resolved', tone: 'ok' },
  { value: 'FALSE_ALARM', label: 'False alarm', tone: 'off' },
] as const;
export type IncidentState = (typeof incidentStates)[number]['value'];

export const openStates = ['RAISED', 'ACKNOWLEDGED', 'CONTACTED', 'RESPONDER_SENT'] as const satisfies IncidentState[];
