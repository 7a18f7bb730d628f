/** Parts of the program that are here, or on their way, by address. What could not be fetched is not among them. */
const fetched = new Map<string, Promise<void>>();

const isStyle = (address: string): boolean => address.endsWith('.css');

/** What the page began with: the server writes links to it into the page. A style sheet counts where it is applied. */
function isInPage(address: string): boolean {
  const links = document.querySelectorAll<HTMLLinkElement>(isStyle(address) ? 'link[rel=stylesheet]' : 'link');
  return [...links].some(({ href }) => href === address);
}

async function fetchScript(address: string): Promise<void> {
  const answer = await fetch(address, { cache: 'force-cache' });
  if (!answer.ok) throw new Error(`${address} cannot be fetched: ${answer.status}`);
  // Only what was read to its end stays with the browser.
  await answer.arrayBuffer();
}

function fetchStyle(address: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = '';
  link.href = address;
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${address} cannot be fetched`));
    });
    document.head.append(link);
  });
}

function fetchOnce(address: string): Promise<void> {
  const known = fetched.get(address);
  if (known) return known;
  if (isInPage(address)) return Promise.resolve();
  const coming = (isStyle(address) ? fetchStyle : fetchScript)(address);
  fetched.set(address, coming);
  coming.catch(() => fetched.delete(address));
  return coming;
}

/**
 * Fetches the files of a part of the program, then begins it. Browsers import a file once: one that failed would fail until the
 * page is loaded anew, also when the network is back. So the files are brought into the browser's cache first, as often as it
 * takes, and imported when all are here.
 * @param begin imports it.
 * @param addresses of its files, from the root of the site: scripts and style sheets.
 * @throws what failed, after the event `vite:preloadError` told of it.
 */
export async function fetchParts<T>(begin: () => Promise<T>, addresses: readonly string[] = []): Promise<T> {
  try {
    await Promise.all(addresses.map((address) => fetchOnce(new URL(address, location.origin).href)));
    return await begin();
  } catch (error) {
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
    throw error;
  }
}
