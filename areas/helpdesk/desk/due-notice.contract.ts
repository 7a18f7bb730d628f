/** What open browsers are told of a ticket that becomes due, or is late: those of who has it and of its team, or of who runs the desk. */
export interface DueNotice {
  id: string;
  ticketNo: string;
  subject: string;
  isLate: boolean;
  /** It is late for long: told to those who run the desk, and to nobody else. */
  isRisen: boolean;
  /** What is due is the first answer; otherwise the solution. */
  isAnswer: boolean;
  /** ISO UTC. */
  dueAt: string;
  /** It is theirs, and not only their team's. */
  isOwn: boolean;
}
export const dueTopic = 'ticket-due';
