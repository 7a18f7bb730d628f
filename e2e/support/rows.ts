/** Rows of a list as somebody of the demo accounts is answered. */
export async function rowsOf<Row>(url: string, email: string, list: string): Promise<Row[]> {
  const call = async (path: string, options: RequestInit) =>
    // oxlint-disable-next-line typescript/no-explicit-any -- answers of many shapes
    (await fetch(`${url}/api/v1${path}`, options)).json() as Promise<any>;
  const login = await call('/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Demo-Roadkeeper-2026' }),
  });
  return (await call(list, { headers: { authorization: `Bearer ${login.accessToken}` } })).data as Row[];
}
