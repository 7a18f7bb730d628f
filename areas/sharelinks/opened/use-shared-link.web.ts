import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { liveCodes, type LiveMessage, livePath } from '#kit/contract/live.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { linkTopic, type LinkPosition, type OpenedLink } from '../link-answers.contract.ts';

export type ShownLink = Extract<OpenedLink, { needs: 'NOTHING' }>;
export type LinkPage =
  | { is: 'coming' }
  /** @param failure why the PIN was not taken @param waitS seconds until another is */
  | { is: 'locked'; failure?: string; waitS: number; isBusy: boolean }
  | { is: 'open'; link: ShownLink; position: LinkPosition | null; isOffDuty: boolean; isLive: boolean; aheadMs: number }
  /** No answer came; it is asked again by itself. */
  | { is: 'away' }
  | { is: 'over' };

type Change =
  | { to: 'open'; link: ShownLink }
  | { to: 'position'; position: LinkPosition | null }
  | { to: 'live'; isLive: boolean }
  | { to: 'locked'; failure?: string; waitS?: number; isBusy?: boolean }
  | { to: 'away' | 'over' };

function changed(page: LinkPage, change: Change): LinkPage {
  // What is over stays over, and keeps nothing of what was shown.
  if (page.is === 'over') return page;
  switch (change.to) {
    case 'open': {
      const { link } = change;
      const known = page.is === 'open' ? page.position : null;
      return {
        is: 'open',
        link,
        position: link.isOffDuty ? null : later(known, link.position),
        isOffDuty: link.isOffDuty,
        isLive: false,
        aheadMs: Date.parse(link.now) - Date.now(),
      };
    }
    case 'position':
      if (page.is !== 'open') return page;
      // Off duty: nothing of where it was stays on screen.
      return change.position === null
        ? { ...page, position: null, isOffDuty: true }
        : { ...page, position: later(page.position, change.position), isOffDuty: false };
    case 'live':
      return page.is === 'open' ? { ...page, isLive: change.isLive } : page;
    case 'locked':
      return {
        is: 'locked',
        waitS: change.waitS ?? 0,
        isBusy: change.isBusy ?? false,
        ...(change.failure === undefined ? {} : { failure: change.failure }),
      };
    case 'away':
      // What is on screen stays, with its age.
      return page.is === 'open' ? { ...page, isLive: false } : { is: 'away' };
    case 'over':
      return { is: 'over' };
  }
}
const later = (a: LinkPosition | null, b: LinkPosition | null): LinkPosition | null =>
  a && b ? (Date.parse(a.at) > Date.parse(b.at) ? a : b) : (a ?? b);

/** A wait before the next try: longer each time up to the most, and never the same for all browsers. */
const wait = { firstMs: 1_500, mostMs: 30_000 };
/** The server says something every 25 s. */
const silentMs = 60_000;

/** Follows a link: asks what it shows, hears where the vehicle is, comes back after breaks, and learns that it is over. */
export function useSharedLink(token: string): { page: LinkPage; enter: (pin: string) => void } {
  const [page, change] = useReducer(changed, { is: 'coming' });
  const follower = useRef<Follower>(undefined);
  useEffect(() => {
    const own = new Follower(token, change);
    follower.current = own;
    void own.open();
    return () => own.stop();
  }, [token]);
  const enter = useCallback((pin: string) => void follower.current?.enter(pin), []);
  return { page, enter };
}

class Follower {
  readonly #token: string;
  readonly #tell: (change: Change) => void;
  #pin: string | undefined;
  #isOver = false;
  #tries = 0;
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #expiry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(token: string, tell: (change: Change) => void) {
    this.#token = token;
    this.#tell = (change) => {
      if (!this.#isOver) tell(change);
    };
  }

  stop(): void {
    this.#isOver = true;
    for (const timer of [this.#timer, this.#expiry, this.#silence]) clearTimeout(timer);
    this.#drop();
  }

  async enter(pin: string): Promise<void> {
    this.#tell({ to: 'locked', isBusy: true });
    await this.open(pin);
  }

  async open(pin = this.#pin): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const body = { token: this.#token, ...(pin === undefined ? {} : { pin }) };
      const { data } = await api.post<Answer<OpenedLink>>('/share-link/open', { body, open: {}, quiet: true });
      if (this.#isOver) return;
      if (data.needs === 'PIN') return this.#tell({ to: 'locked' });
      this.#pin = pin;
      this.#tell({ to: 'open', link: data });
      // Asked again a moment after its time: the server says that it is over.
      clearTimeout(this.#expiry);
      this.#expiry = setTimeout(() => void this.open(), Date.parse(data.expiresAt) - Date.parse(data.now) + 500);
      if (data.ticket !== null) this.#connect(data.ticket);
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    const { status, message, fields, retryAfterS } = error instanceof ApiError ? error : new ApiError(0, {});
    // An address that was cut on its way is told apart by nothing.
    if (status === 404 || (status === 400 && fields['token'])) return this.#end();
    if (status === 400 || status === 429) {
      if (this.#pin === undefined)
        return this.#tell({ to: 'locked', failure: fields['pin'] ?? message, waitS: retryAfterS ?? 0 });
    }
    this.#tell({ to: 'away' });
    this.#later();
  }

  #end(): void {
    this.#tell({ to: 'over' });
    this.stop();
  }

  #later(): void {
    this.#tries += 1;
    const mostMs = Math.min(wait.mostMs, wait.firstMs * 2 ** (this.#tries - 1));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.open(), mostMs * (0.5 + Math.random() / 2));
  }

  #drop(): void {
    const dropped = this.#socket;
    this.#socket = undefined;
    dropped?.close();
  }

  #connect(ticket: string): void {
    this.#drop();
    const socket = new WebSocket(new URL(livePath, location.origin.replace(/^http/, 'ws')));
    this.#socket = socket;
    const heard = () => {
      clearTimeout(this.#silence);
      this.#silence = setTimeout(() => {
        this.#drop();
        this.#broken();
      }, silentMs);
    };
    heard();
    socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'ticket', ticket })));
    socket.addEventListener('message', ({ data }) => {
      if (this.#socket !== socket) return;
      heard();
      this.#hear(JSON.parse(data as string) as LiveMessage);
    });
    socket.addEventListener('close', ({ code }) => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      if (code === liveCodes.ended) this.#end();
      else this.#broken();
    });
  }

  #broken(): void {
    clearTimeout(this.#silence);
    this.#tell({ to: 'live', isLive: false });
    this.#later();
  }

  #hear(message: LiveMessage): void {
    if (message.type === 'ready') {
      this.#tries = 0;
      this.#tell({ to: 'live', isLive: true });
    } else if (message.type === 'ended') this.#end();
    else if (message.type === 'data' && message.topic === linkTopic)
      this.#tell({ to: 'position', position: message.data as LinkPosition | null });
  }
}
