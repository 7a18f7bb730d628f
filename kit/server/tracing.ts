/** Ends what was begun, with what it failed of if it did. */
export type EndTrace = (error?: unknown) => void;
/** Begins to follow a statement on its way to the database and back. @param text without its parameters. */
export type TraceStatement = (text: string) => EndTrace;

/** What is known of a request once it is answered: ids and the route, nothing that people typed. */
export interface RequestFacts {
  method: string;
  /** Undefined: no route has the address. */
  route: string | undefined;
  status: number;
  requestId: string;
}
export interface RequestTrace {
  /** Does something so that the statements it causes belong to the request. */
  within<T>(work: () => T): T;
  end(facts: RequestFacts): void;
}

/** Follows requests and their statements. Left out wherever nobody collects that. */
export interface Tracing {
  request(): RequestTrace;
  statement: TraceStatement;
  /** Sends what was noted and not sent. */
  close(): Promise<void>;
}
