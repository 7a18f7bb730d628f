import { allowMs, type Database, everything, transact } from '#kit/server/db/database.ts';
import { unpackE7 } from '../road/lines.store.ts';

/** The lines of all roads that are in use, packed so that a worker takes them over without a copy. */
export interface NetworkLines {
  /** Ids of the roads, in the order of their lines. */
  roadIds: string[];
  /** Latitude and longitude in turns, in 1e-7 degrees, of all lines behind each other. */
  points: Int32Array;
  /** Where each line begins in `points`, and where the last one ends. */
  first: Uint32Array;
  /** 0 both ways, 1 along the line, 2 against it. */
  oneWay: Uint8Array;
  levels: Int8Array;
  /** 1 where a road runs in a tunnel. */
  covered: Uint8Array;
}

const pageRows = 20_000;
const readMs = 60_000;

interface Row {
  id: string;
  points: Buffer;
  oneWay: 'BOTH' | 'FORWARD' | 'BACKWARD';
  layer: number;
  structure: string;
}

/** Reads the lines of roads that are active, a page after another: half a million are some hundred megabytes. */
export async function readNetworkLines(db: Database): Promise<NetworkLines> {
  const rows: { id: string; line: Int32Array; oneWay: number; level: number; covered: number }[] = [];
  let [after, total] = ['00000000-0000-0000-0000-000000000000', 0];
  for (;;) {
    const page = await transact(db, everything, async (db) => {
      await allowMs(db, readMs);
      return db.query<Row>(
        {
          name: 'network-lines',
          text: `select r.id, l.points, r.one_way as "oneWay", r.layer, r.structure from road r join road_line l on l.road_id = r.id
            where r.id > $1 and r.deleted_at is null and r.status = 1 order by r.id limit ${pageRows}`,
          timeoutMs: readMs,
        },
        [after],
      );
    });
    for (const { id, points, oneWay, layer, structure } of page) {
      const line = unpackE7(points);
      total += line.length;
      rows.push({
        id,
        line,
        oneWay: oneWay === 'BOTH' ? 0 : oneWay === 'FORWARD' ? 1 : 2,
        level: Math.max(-5, Math.min(5, layer)),
        covered: Number(structure === 'TUNNEL'),
      });
    }
    if (page.length < pageRows) break;
    after = page.at(-1)?.id ?? after;
  }
  const lines: NetworkLines = {
    roadIds: rows.map(({ id }) => id),
    points: new Int32Array(total),
    first: new Uint32Array(rows.length + 1),
    oneWay: Uint8Array.from(rows, ({ oneWay }) => oneWay),
    levels: Int8Array.from(rows, ({ level }) => level),
    covered: Uint8Array.from(rows, ({ covered }) => covered),
  };
  let at = 0;
  rows.forEach(({ line }, i) => {
    lines.points.set(line, at);
    at += line.length;
    lines.first[i + 1] = at;
  });
  return lines;
}
