/** Rows of a list as somebody of the demo accounts is answered. */
export const rowsOf = <Row>(url: string, email: string, list: string): Promise<Row[]> => dataOf(url, email, list);

/** What somebody of the demo accounts is answered under `data`. */
export async function dataOf<Data>(url: string, email: string, path: string): Promise<Data> {
  const answer = await ask(url, path, { authorization: `Bearer ${await tokenOf(url, email)}` });
  return answer.data as Data;
}

/** Whoever signed in anew for each question would end their oldest session, in which a browser may be. */
const tokens = new Map<string, Promise<string>>();
function tokenOf(url: string, email: string): Promise<string> {
  const key = `${url} ${email}`;
  const token =
    tokens.get(key) ??
    ask(
      url,
      '/login',
      { 'content-type': 'application/json' },
      { method: 'POST', body: JSON.stringify({ email, password: 'Demo-Roadkeeper-2026' }) },
    ).then(({ accessToken }) => accessToken as string);
  tokens.set(key, token);
  return token;
}

const ask = async (url: string, path: string, headers: Record<string, string>, options: RequestInit = {}) =>
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of many shapes
  (await fetch(`${url}/api/v1${path}`, { ...options, headers })).json() as Promise<any>;
