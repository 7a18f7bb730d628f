import type { FastifyInstance } from 'fastify';
import type { Registry as Metrics } from 'prom-client';
import type { AreaContract, ModulePage, Page } from '#kit/contract/area.ts';
import type { RowPolicies } from './catalogue/policy.ts';
import type { CatalogueParts } from './catalogue/parts.ts';
import type { CatalogueKit, RowChecks } from './catalogue/store.ts';
import type { Clock } from './clock.ts';
import type { Database, Queryable } from './db/database.ts';
import type { Listener } from './events.ts';
import type { Jobs, Task } from './jobs.ts';
import type { Relay } from './live/relay.ts';
import type { Topic } from './notify/topic.ts';
import type { ReadQueues } from './queues.ts';
import type { SealedTexts } from './sealed.ts';
import type { SessionStore } from './sessions/session.ts';
import type { Versions } from './versions.ts';
import type { ChartSource } from './areas/charts.ts';
import type { DutySource } from './areas/duties.ts';
import type { FindSource } from './areas/finds.ts';
import type { WorkSource } from './areas/work.ts';

/** What server code stands on before the catalogues of the product are put together. */
export interface ServerParts {
  db: Database;
  clock: Clock;
  log: (line: string) => void;
  /** Secrets and files lie here, and the note of the end of the history's chain. */
  dataDir: string;
  /** No other process works on this database. */
  alone: boolean;
  sealed: SealedTexts;
  versions: Versions;
  sessions: SessionStore;
  jobs: Jobs;
  metrics: Metrics;
  /** Tells other processes of the product. */
  relay: Relay;
}

/** What routes and jobs of an area stand on. */
export interface ProductParts extends ServerParts {
  kit: CatalogueKit;
  /** Reads and writes of every catalogue. */
  catalogues: readonly CatalogueParts[];
  /** The hand-written pages of all areas. */
  pages: readonly (Page | ModulePage)[];
  /** Work of all areas, the most urgent first. */
  work: readonly WorkSource[];
  /** What people are told of, of all areas. */
  topics: readonly Topic[];
  /** Charts of all areas, in their order. */
  charts: readonly ChartSource[];
  /** Duties with a day, of all areas, in the order that they have within a day. */
  duties: readonly DutySource[];
  /** What is searched for beside records, of all areas. */
  finds: readonly FindSource[];
}

/** Removes what has ended; all sweeps run one after the other in one transaction, every ten minutes. */
export interface Sweep {
  /** What it removes, for messages. */
  name: string;
  /** Smallest first, over all areas; leave gaps. */
  order: number;
  run: (db: Queryable, now: Date) => Promise<unknown>;
}

/** What a job does; with `givenUp` where somebody waits for it and must be told when its last try has failed. */
export type AreaJob = Task | { run: Task; givenUp: Task };

/**
 * What an area brings to the server: `export const area` of its `<area>.server.ts`. Each part may be left out.
 * @typeParam Needs what it needs of other areas besides, as `WithMail`.
 */
export interface AreaServer<Needs = unknown> {
  contract: AreaContract;
  /** Hand-written routes. Catalogues bring theirs by themselves. */
  routes?: (app: FastifyInstance, product: ProductParts & Needs) => void;
  /** Rules of catalogues that depend on who writes and on the row. Several areas may bring some to one catalogue. */
  policies?: (parts: ServerParts & Needs) => RowPolicies;
  /** Rules between the fields of a record that its definition cannot say. */
  checks?: RowChecks;
  /** By the name that `jobs.add` is given. */
  jobs?: (product: ProductParts & Needs) => Readonly<Record<string, AreaJob>>;
  /** Queues that it keeps in the database, for the product's measurements. */
  queues?: ReadQueues;
  /** What is waiting for people: cards of the dashboard and numbers in the menu. */
  work?: readonly WorkSource[];
  /** What people are told of: see kit/server/notify/publish.ts. */
  topics?: readonly Topic[];
  /** Numbers side by side, on the dashboard. */
  charts?: readonly ChartSource[];
  /** Duties with a day, for the calendar. */
  duties?: readonly DutySource[];
  /** What the search over everything finds of it beside the records of catalogues. */
  finds?: readonly FindSource[];
  sweeps?: (product: ProductParts & Needs) => readonly Sweep[];
  /** What it does when something happens in another area, in the same transaction. */
  listeners?: readonly Listener[];
  /** Tables that say who may do what: a write to one of them ends what is remembered of sessions. */
  tablesOfRights?: readonly string[];
  /** Called after such a write, in a transaction of its own. */
  afterRightsChange?: (db: Queryable, now: Date) => Promise<unknown>;
  /** Brings the database in line with the code: called while the product is made, in a transaction of its own. */
  prepare?: (db: Queryable, product: ProductParts & Needs) => Promise<unknown>;
  /** Gives the origins that pages may fetch pictures and data from besides their own, as they are in this moment: asked for with every page. */
  contentOrigins?: (product: ServerParts & Needs) => () => Promise<readonly string[]>;
  /** Plans recurring jobs: called once before jobs are done. */
  plan?: (db: Queryable, product: ProductParts & Needs, now: Date) => Promise<unknown>;
}
