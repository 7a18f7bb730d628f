/** Whom tickets may be given to: staff who may view tickets, and the roles they hold. By name. */
export interface DeskPeople {
  people: { id: string; name: string; role: string }[];
  roles: { id: string; name: string }[];
}
