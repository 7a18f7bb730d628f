import { vlt } from './ais140-http.ts';
import { its } from './ais140.ts';
import { gps103 } from './gps103.ts';
import { gt06 } from './gt06.ts';
import { h02 } from './h02.ts';
import { osmand } from './osmand.ts';
import type { SocketProtocol } from './protocol.ts';
import type { RequestProtocol } from './request.ts';
import { teltonika } from './teltonika.ts';
import { tk103 } from './tk103.ts';

/** Protocols over sockets, by name. A new one is a reader, its test and a line here. */
export const socketProtocols: Readonly<Record<string, SocketProtocol>> = { gt06, teltonika, its, h02, gps103, tk103 };

/** Protocols whose devices speak HTTP. */
export const requestProtocols: Readonly<Record<string, RequestProtocol>> = { osmand, vlt };
