import { connect, type Socket } from 'node:net';
import type { Journey, Place } from './place.ts';
import type { Reply, Report, Speech } from './speech.ts';

/** What trackers did, added up by all that share it. */
export type Score = {
  taken: number;
  sent: number;
  acknowledged: number;
  /** Reports sent again, because a connection was lost before their answer came. */
  resent: number;
  /** Connections that are open now. */
  connected: number;
  /** Connections that ended before the tracker hung up. */
  lost: number;
  /** Frames and logins that the server would not have. */
  refused: number;
  lastRefusal: string | null;
};

export const newScore = (): Score => ({
  taken: 0,
  sent: 0,
  acknowledged: 0,
  resent: 0,
  connected: 0,
  lost: 0,
  refused: 0,
  lastRefusal: null,
});

export type TrackerOptions = {
  readonly journey: Journey;
  readonly speak: () => Speech;
  readonly host: string;
  readonly port: number;
  /** Milliseconds. */
  readonly now: () => number;
  readonly random: () => number;
  readonly score: Score;
  /** Reports in memory; more wait in the journey, none is lost. Default 200. With `tick` it says how fast the past is told. */
  readonly memory?: number;
  /** Called for each report whose storage the server has acknowledged. */
  readonly onStored?: (place: Place) => void;
};

type Shipment = { readonly reports: readonly Report[]; readonly key: number | undefined; readonly at: number };

/** As long as trackers wait for an answer before they try another connection. */
const answerMs = 30_000;
const firstBackOffMs = 1_000;
const longestBackOffMs = 60_000;
/** What is older than this when it is sent counts as kept by the device. */
const archivedMs = 60_000;
/** A tracker with a socket: keeps what was not acknowledged, connects again, tells it again. */
export class SimulatedTracker {
  readonly #options: TrackerOptions;
  #waiting: Report[] = [];
  #flight: Shipment[] = [];
  #next: Place | null;
  #socket: Socket | null = null;
  #speech: Speech | null = null;
  #ready = false;
  #stopped = false;
  /** Who says who it is keeps a line open; others dial when they have something to say. */
  readonly #keepsLine: boolean;
  #failures = 0;
  #connectAt = 0;
  #dialledAt = 0;
  #isConnected = false;

  constructor(options: TrackerOptions) {
    this.#options = options;
    this.#next = options.journey.next();
    this.#keepsLine = options.speak().login !== null;
  }

  /** Reports that the server has not acknowledged. */
  get owed(): number {
    return this.#waiting.length + this.#flight.reduce((sum, { reports }) => sum + reports.length, 0);
  }

  /** Whether the journey has ended and everything of it is acknowledged. */
  get isDone(): boolean {
    return this.#next === null && this.owed === 0;
  }

  /** Takes what the journey brought up to a time, tells it, and looks after the connection. To be called every now and then. */
  tick(until: number): void {
    if (this.#stopped) return;
    while (this.#next && this.#next.time <= until && this.#waiting.length < (this.#options.memory ?? 200)) {
      this.#waiting.push({ place: this.#next, archived: false });
      this.#options.score.taken += 1;
      this.#next = this.#options.journey.next();
    }
    const now = this.#options.now();
    const silentSince = this.#flight[0]?.at ?? (this.#ready ? Number.POSITIVE_INFINITY : this.#dialledAt);
    if (this.#socket && now - silentSince > answerMs) this.#socket.destroy();
    const wantsLine = this.#waiting.length > 0 || (this.#keepsLine && this.#next !== null);
    if (!this.#socket && now >= this.#connectAt && wantsLine) this.#connect(now);
    this.#tell();
  }

  /** Hangs up. What is not acknowledged stays so. */
  stop(): void {
    this.#stopped = true;
    this.#socket?.end();
    this.#socket?.destroySoon();
  }

  #connect(now: number): void {
    const { host, port, speak, score } = this.#options;
    const speech = speak();
    const socket = connect({ host, port, noDelay: true });
    this.#socket = socket;
    this.#speech = speech;
    this.#dialledAt = now;
    socket.on('connect', () => {
      score.connected += 1;
      this.#isConnected = true;
      if (speech.login) socket.write(speech.login);
      else this.#ready = true;
      this.#tell();
    });
    socket.on('data', (bytes: Buffer) => {
      for (const reply of speech.hear(bytes)) this.#understand(reply, socket);
      this.#tell();
    });
    // The close that follows is enough to know.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#lose(socket));
  }

  #understand(reply: Reply, socket: Socket): void {
    const { score, onStored } = this.#options;
    if (socket.destroyed) return;
    if (reply.kind === 'welcome') {
      this.#ready = true;
      return;
    }
    const shipment = this.#flight[0];
    const isIts = reply.kind === 'stored' && shipment && (reply.key === undefined || reply.key === shipment.key);
    if (!isIts || (reply.count ?? shipment.reports.length) !== shipment.reports.length) {
      score.refused += 1;
      score.lastRefusal = reply.kind === 'refused' ? reply.why : 'An answer to something else';
      socket.destroy();
      return;
    }
    this.#flight.shift();
    this.#failures = 0;
    score.acknowledged += shipment.reports.length;
    if (onStored) for (const { place } of shipment.reports) onStored(place);
  }

  #tell(): void {
    const [socket, speech] = [this.#socket, this.#speech];
    if (!socket || !speech || !this.#ready) return;
    const now = this.#options.now();
    while (this.#waiting.length > 0 && this.#flight.length < speech.window) {
      const reports = this.#waiting
        .splice(0, speech.most)
        .map((report) => (now - report.place.time > archivedMs ? { ...report, archived: true } : report));
      const { frame, key } = speech.report(reports);
      this.#flight.push({ reports, key, at: now });
      this.#options.score.sent += reports.length;
      socket.write(frame);
    }
  }

  #lose(socket: Socket): void {
    if (this.#socket !== socket) return;
    const { score, now, random } = this.#options;
    if (this.#isConnected) {
      score.connected -= 1;
      score.lost += this.#stopped ? 0 : 1;
    }
    this.#isConnected = false;
    const again = this.#flight.flatMap(({ reports }) => reports);
    score.resent += again.length;
    this.#waiting = [...again.map((report) => ({ ...report, archived: true })), ...this.#waiting];
    this.#flight = [];
    this.#socket = null;
    this.#speech = null;
    this.#ready = false;
    const backOff = Math.min(longestBackOffMs, firstBackOffMs * 2 ** Math.min(10, this.#failures));
    this.#failures += 1;
    // Not all at once, when a server comes back.
    this.#connectAt = now() + backOff * (0.5 + random());
  }
}
