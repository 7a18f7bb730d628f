import type { CallAnswer } from './writers.ts';

/** A row in the answer of a call. */
export type Row = Record<string, unknown> & { id: string; version: number };

/**
 * The API as one of the demo's people, for what a journey finds there when it begins. `ask` gives the answer whatever it is,
 * `must` its data, and throws where the call was refused.
 */
export async function as(url: string, email: string) {
  const login = await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Demo-Roadkeeper-2026' }),
  });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const ask = async (method: string, path: string, body?: object | FormData): Promise<CallAnswer> => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    return { status: answer.status, json: await answer.json() };
  };
  const must = async (method: string, path: string, body?: object | FormData): Promise<Row> => {
    const { status, json } = await ask(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
    return json.data;
  };
  return { ask, must };
}
