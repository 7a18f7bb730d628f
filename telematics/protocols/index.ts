import { vlt } from './ais140/ais140-http.ts';
import { its } from './ais140/ais140.ts';
import { gps103 } from './gps103.ts';
import { gt06 } from './gt06/gt06.ts';
import { h02 } from './h02/h02.ts';
import { osmand } from './osmand/osmand.ts';
import type { SocketProtocol } from './protocol.ts';
import type { RequestProtocol } from './request.ts';
import { teltonika } from './teltonika/teltonika.ts';
import { tk103 } from './tk103.ts';

/** Protocols over sockets, by name. A new one is a reader, its test and its lines here. */
export const socketProtocols: Readonly<Record<string, SocketProtocol>> = { gt06, teltonika, its, h02, gps103, tk103 };

/** Protocols whose devices speak HTTP. */
export const requestProtocols: Readonly<Record<string, RequestProtocol>> = { osmand, vlt };

/** Where devices of each are usually told to connect. */
export const usualPorts: Readonly<Record<string, number>> = {
  osmand: 5055,
  gt06: 5023,
  teltonika: 5027,
  h02: 5013,
  gps103: 5001,
  tk103: 5002,
  its: 5179,
  vlt: 5180,
};
