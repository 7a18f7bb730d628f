import { gt06 } from './gt06.ts';
import type { SocketProtocol } from './protocol.ts';
import { teltonika } from './teltonika.ts';

/** Protocols over sockets, by name. A new one is a reader, its test and a line here. */
export const socketProtocols: Readonly<Record<string, SocketProtocol>> = { gt06, teltonika };
