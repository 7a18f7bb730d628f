/** Origins are put into the content policy word for word: nothing but names and a port. */
const plainHost = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;
const ownPath = /^\/(?!\/)[\w./{}@?=&%~+-]*$/;

/** What stands for parts of a tile's address. `{token}` is the access token. */
const places = ['{z}', '{x}', '{y}', '{token}'];

const withoutPlaces = (address: string): string => places.reduce((left, place) => left.replaceAll(place, '0'), address);

/**
 * The origin that browsers fetch from: '' for the own one; undefined for what is no address to fetch from. Only https, a plain host name, no name
 * and password, and nothing that could add a word to the content policy.
 */
export function originOf(address: string): string | undefined {
  if (ownPath.test(address)) return '';
  const plain = withoutPlaces(address);
  if (!/^https:\/\/[^\s\\]+$/i.test(plain)) return undefined;
  let url: URL;
  try {
    url = new URL(plain);
  } catch {
    return undefined;
  }
  // A host cannot hang on the tile: it would be another one for each.
  const [, host = ''] = /^https:\/\/([^/?#]*)/i.exec(address) ?? [];
  if (host.includes('{') || url.username || url.password || !plainHost.test(url.hostname)) return undefined;
  // Four numbers are an address of a machine, in whatever way they are written.
  if (/^[\d.]+$/.test(url.hostname)) return undefined;
  return url.origin;
}

/** What is wrong with the address of tiles or of a style; undefined: nothing. */
export function addressProblem(address: string, kind: 'tiles' | 'style'): string | undefined {
  if (originOf(address) === undefined)
    return 'Use an https address with a host name, or a path of this server like /tiles/{z}/{x}/{y}.png';
  const has = (place: string) => address.includes(place);
  if (kind === 'tiles' && !['{z}', '{x}', '{y}'].every(has)) return 'Must contain {z}, {x} and {y}';
  const unknown = [...address.matchAll(/\{[^}]*\}?/g)].map(([place]) => place).find((place) => !places.includes(place));
  if (unknown !== undefined) return `${unknown} is not a placeholder. Use {z}, {x}, {y} and {token}`;
  return undefined;
}
