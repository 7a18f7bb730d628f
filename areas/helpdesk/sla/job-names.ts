/** Names of the jobs of the clock; one adds the other. */

/** Looks out every minute for tickets that become due or late, and closes those that were resolved long enough ago. */
export const ticketsJob = 'tickets';
/** Marks tickets to be reckoned again, where what is promised or when the desk is open has changed. */
export const recountJob = 'ticket-recount';
