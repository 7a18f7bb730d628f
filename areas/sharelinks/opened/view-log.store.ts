import type { Queryable } from '#kit/server/db/database.ts';
import { placesOf } from '#kit/server/http/places.ts';
import { deviceInWords } from '#areas/identity/identity.server.ts';

/** From where a link is opened, as coarsely as it is kept. */
export interface From {
  network: string;
  browser: string;
}

/** Rows of a link in which networks and browsers are told apart; what is beyond is one row an hour. */
const mostRows = 300;
/** Opened again within so long from the same place, it is the same view: a page that comes back after a break. */
const sameViewMs = 10 * 60_000;

/** The network of an address and the kind of a browser. */
export function fromOf(ip: string, userAgent: string | undefined): From {
  const { network } = placesOf(ip);
  return {
    network: network.includes(':') ? `${network}::` : `${network}.x`,
    browser: deviceInWords(userAgent ?? null).device,
  };
}

/** Notes that a link was opened, or that its PIN was wrong. */
export const logView = (
  db: Queryable,
  { id, orgId }: { id: string; orgId: string },
  { network, browser }: From,
  what: 'view' | 'wrong-pin',
  now: Date,
): Promise<void> =>
  db.send(
    `with told as (select $4 as network, $5 as browser where exists (select from share_link_view
         where link_id = $1 and hour = date_trunc('hour', $3::timestamptz) and network = $4 and browser = $5)
       or (select count(*) from share_link_view where link_id = $1) < ${mostRows})
     insert into share_link_view as w (link_id, org_id, hour, network, browser, views, pin_failures, first_at, last_at)
     select $1, $2, date_trunc('hour', $3::timestamptz), coalesce(told.network, ''), coalesce(told.browser, ''), $6::int, 1 - $6::int, $3, $3
     from (select) one left join told on true
     on conflict (link_id, hour, network, browser) do update set
       views = w.views + case when w.views = 0 or w.network = '' or w.last_at < $7::timestamptz then excluded.views else 0 end,
       pin_failures = w.pin_failures + excluded.pin_failures, last_at = greatest(w.last_at, excluded.last_at)`,
    [
      id,
      orgId,
      now.toISOString(),
      network,
      browser,
      what === 'view' ? 1 : 0,
      new Date(now.getTime() - sameViewMs).toISOString(),
    ],
  );
