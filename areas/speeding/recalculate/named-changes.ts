/** One of the changes that are taken together. */
export interface NamedChange {
  id: string;
  title: string;
  /** Ids of the roads, vehicles, devices or categories that it is about; null: any. */
  of: readonly string[] | null;
}

/** Of more changes the others are only counted. */
export const mostNamed = 100;
/** Ids that are kept of a change; one that is about more may concern anything. */
const mostIds = 20;
/** Names that are told, before the others are a number. */
const mostTold = 3;

export function namedChange(
  id: string,
  title: string,
  about: {
    roadIds: readonly string[] | null;
    vehicleId: string | null;
    deviceId: string | null;
    categoryId: string | null;
  },
): NamedChange {
  const single = [about.vehicleId, about.deviceId, about.categoryId].filter((one) => one !== null);
  const of = [...(about.roadIds ?? []), ...single];
  return { id, title, of: of.length === 0 || of.length > mostIds ? null : of };
}

/**
 * What changes are called that something was judged anew for: those that are about the nearest of its ids, and where none is, all of them.
 * @param changes how many there are, those without a name included
 * @param ids what it has to do with, the nearest first: of a violation its roads, then all roads of its trip
 * @returns names one after another, as `MG Road, NH48 Bypass, FC Road +2`
 */
export function titleOf(named: readonly NamedChange[], changes: number, ids: readonly ReadonlySet<string>[]): string {
  const known = new Set(named.map(({ id }) => id)).size;
  for (const near of ids) {
    const about = named.filter(({ of }) => of?.some((id) => near.has(id)));
    if (about.length > 0) return told(about, 0);
  }
  return told(named, Math.max(0, changes - known));
}

function told(named: readonly NamedChange[], others: number): string {
  // A record that was renamed in between is one record, called by its later name.
  const titles = [...new Map(named.map(({ id, title }) => [id, title])).values()];
  const more = Math.max(0, titles.length - mostTold) + others;
  return `${titles.slice(0, mostTold).join(', ')}${more > 0 ? ` +${more}` : ''}`;
}
