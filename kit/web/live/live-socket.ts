import type { Answer } from '#kit/contract/answers.ts';
import { liveCodes, type LiveMessage, type LiveParams, livePath, type LiveRequest } from '#kit/contract/live.ts';
import { api } from '../api.ts';
import { live } from './live-state.ts';
import { reach } from './reach.ts';
import { freshToken, isLeaving, isSignedIn } from '../session.ts';
import { tokenType } from '../storage/store.ts';

interface Following {
  topic: string;
  params: LiveParams | undefined;
  hear: (key: string, data: unknown) => void;
  /** Of a stream: takes its frames. */
  frame?: (frame: ArrayBuffer) => void;
  /** Of a stream: the first byte of its frames. */
  code?: number;
  /** Asked before each subscription, which continues what came before. */
  renew?: () => LiveParams;
  /** The server said no; it is asked again when rights have changed. */
  refused: boolean;
}

/** A wait before the next try: doubled each time up to the most, and never the same for all browsers. */
const wait = { firstMs: 1_500, mostMs: 60_000 };
/** A connection that lasted so long was a good one: the next wait is a short one again. */
const goodMs = 10_000;
/** The server says something every 25 s; when it has not for so long, it or the way to it is gone. */
const silentMs = 60_000;
/** Whoever comes back to the page, or wakes the machine, need not wait for that. */
const silentOnWakeMs = 30_000;

const followings = new Set<Following>();
let onRights: () => Promise<void> = async () => undefined;
let isWanted = false;
let isAsking = false;
let socket: WebSocket | undefined;
let tries = 0;
let lastMessageAt = 0;
let readyAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let watchdog: ReturnType<typeof setInterval> | undefined;
let unlisten = () => {};

/**
 * Follows a topic for as long as the tab is signed in and allowed to, over reconnects too.
 * @param hear gets each message's key and data.
 * @returns what ends it.
 */
export function follow(topic: string, hear: Following['hear'], params?: LiveParams): () => void {
  const following: Following = { topic, params, hear, refused: false };
  followings.add(following);
  subscribe(following);
  return () => {
    followings.delete(following);
    if (![...followings].some((one) => isSame(one, following))) say({ ...describe(following), type: 'unsubscribe' });
  };
}

/** A stream that is followed; it may be asked for something else. */
export interface FollowedStream {
  change(): void;
  end(): void;
}

/**
 * Follows a stream of frames, over reconnects too. `renew` gives the parameters, each time that they are sent: after a break, and
 * when `change` says that they are others.
 * @param code the first byte of its frames.
 */
export function followStream(
  topic: string,
  { code, renew, frame }: Required<Pick<Following, 'code' | 'renew' | 'frame'>>,
): FollowedStream {
  const following: Following = { topic, params: undefined, hear: () => undefined, refused: false, code, renew, frame };
  followings.add(following);
  subscribe(following);
  return {
    change() {
      if (!following.refused) subscribe(following);
    },
    end() {
      followings.delete(following);
      say({ topic, type: 'unsubscribe', params: {} });
    },
  };
}
const isSame = (a: Following, b: Pick<Following, 'topic' | 'params'>) =>
  a.topic === b.topic && JSON.stringify(a.params) === JSON.stringify(b.params);
const describe = ({ topic, params }: Following) => ({ topic, ...(params ? { params } : {}) });

function say(request: LiveRequest): void {
  if (socket?.readyState === WebSocket.OPEN && (readyAt > 0 || request.type === 'ticket'))
    socket.send(JSON.stringify(request));
}
function subscribe(following: Following): void {
  following.refused = false;
  if (following.renew) following.params = following.renew();
  say({ ...describe(following), type: 'subscribe' });
}

/** Keeps this tab's one socket open until `disconnect`. `rights` is called when the server says that they changed. */
export function connect(rights: () => Promise<void>): void {
  onRights = rights;
  isWanted = true;
  tries = 0;
  document.addEventListener('visibilitychange', wake);
  for (const event of ['online', 'focus']) window.addEventListener(event, wake);
  unlisten = reach.onBack(wake);
  watchdog = setInterval(() => dropIfSilent(silentMs), 15_000);
  void open();
}

export function disconnect(): void {
  isWanted = false;
  document.removeEventListener('visibilitychange', wake);
  for (const event of ['online', 'focus']) window.removeEventListener(event, wake);
  unlisten();
  clearInterval(watchdog);
  clearTimeout(timer);
  drop();
}

function wake(): void {
  if (document.visibilityState === 'hidden') return;
  tries = 0;
  dropIfSilent(silentOnWakeMs);
  void open();
}
function dropIfSilent(mostMs: number): void {
  if (!socket || Date.now() - lastMessageAt < mostMs) return;
  drop();
  void open();
}
function drop(): void {
  const dropped = socket;
  socket = undefined;
  readyAt = 0;
  live.set(false);
  dropped?.close();
}

/** A ticket, after the session was renewed if that was due: a machine that slept may have slept past its end. */
async function askTicket(): Promise<string | undefined> {
  const response = await fetch(`${livePath}/ticket`, {
    method: 'POST',
    headers: { authorization: `${tokenType} ${(await freshToken()) ?? ''}`, 'x-client': 'web' },
    credentials: 'same-origin',
  });
  if (response.status === 401) await checkSession();
  return response.ok ? ((await response.json()) as Answer<{ ticket: string }>).data.ticket : undefined;
}
/** Whoever signs out needs no socket, even before that is done. */
const mayAsk = (): boolean => isSignedIn() && !isLeaving();

/** Is it over, or is there another one by now? A session that is over is left in the way of every refused call. */
const checkSession = () => api.get('/token', { quiet: true }).catch(() => undefined);

async function open(): Promise<void> {
  clearTimeout(timer);
  if (!isWanted || socket || isAsking || !mayAsk()) return;
  isAsking = true;
  // A server that said it is ready while it was going is noticed with the next try.
  const ticket = await askTicket().catch(() => reach.doubt());
  isAsking = false;
  if (!isWanted || !mayAsk()) return;
  if (!ticket) return later();
  const opened = new WebSocket(new URL(livePath, location.origin.replace(/^http/, 'ws')));
  socket = opened;
  lastMessageAt = Date.now();
  opened.addEventListener('open', () => say({ type: 'ticket', ticket }));
  opened.binaryType = 'arraybuffer';
  opened.addEventListener('message', ({ data }) => {
    if (socket !== opened) return;
    if (typeof data === 'string') hear(JSON.parse(data) as LiveMessage);
    else hearFrame(data as ArrayBuffer);
  });
  opened.addEventListener('close', ({ code }) => {
    if (socket === opened) void closed(code);
  });
}

function later(): void {
  tries += 1;
  const mostMs = Math.min(wait.mostMs, wait.firstMs * 2 ** (tries - 1));
  timer = setTimeout(() => void open(), mostMs * (0.5 + Math.random() / 2));
}

async function closed(code: number): Promise<void> {
  if (readyAt > 0 && Date.now() - readyAt > goodMs) tries = 0;
  drop();
  // One of several tabs gave way to another: it comes back when somebody looks at it.
  if (code === liveCodes.replaced) return;
  if (code === liveCodes.ended) await checkSession();
  // A server that goes, or the way to it, is noticed before somebody asks for something.
  else reach.doubt();
  if (isWanted && mayAsk()) later();
}

function hearFrame(frame: ArrayBuffer): void {
  lastMessageAt = Date.now();
  const code = new Uint8Array(frame)[0];
  for (const one of followings) if (one.code === code) one.frame?.(frame);
}

function hear(message: LiveMessage): void {
  lastMessageAt = Date.now();
  switch (message.type) {
    case 'ready':
      readyAt = lastMessageAt;
      live.set(true);
      for (const following of followings) subscribe(following);
      break;
    case 'data':
      for (const one of followings) if (one.topic === message.topic) one.hear(message.key, message.data);
      break;
    case 'refused':
      for (const one of followings)
        if (one.renew ? one.topic === message.topic : isSame(one, { ...message, params: message.params }))
          one.refused = true;
      break;
    case 'rights':
      void onRights().then(() => {
        for (const one of followings) if (one.refused) subscribe(one);
      });
      break;
    case 'ended':
      void closed(liveCodes.ended);
      break;
    case 'beat':
    case 'subscribed':
      break;
  }
}
