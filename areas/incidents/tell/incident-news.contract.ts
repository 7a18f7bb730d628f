/** What open browsers are told of an incident: its id, number, state and whether it is a test. They ask for the rest. */
export const incidentTopic = 'incident';
