/** Calls of section 7 as the specification has them. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a successful answer carries, beside its message. */
export const shapes = {
  rows: '`data`: a list of records, `count`: how many there are',
  list: '`data`: a list',
  options: '`data`: a list of `id`, `name`, `label` and `value` = `id`',
  'named options': '`data`: a list of `id`, `name`, `label` = `name` and `value` = `id`',
  'data.rows': '`data.rows`: a list of records, `data.count`',
  'option rows': '`data.rows`: a list of `id`, `name`, `label` and `value` = `id`',
  positions: '`data`: a list of vehicles with the place where each is, `count`',
  record: '`data`: the record, with its `id`',
  status: '`data`: `id` and the new `status`, 1 or 0',
  id: '`data`: its `id`',
  documents: '`data`: the vehicle, and each type of document with those of it',
  levels: '`data`: a list of `id` and `level`',
  onboarding: '`data`: the driver and the `steps` of onboarding',
  found: '`data`: whether somebody was `found`, and a masked `name`',
  session: '`accessToken` and `userData`',
  user: '`userData`',
  modules: '`data`: a list of modules, with what may be done in each',
  done: 'a message alone',
} as const;
export type Shape = keyof typeof shapes;

/** A GET with a query that the specification names. */
export interface Form {
  query: string;
  answer: Shape;
  /** What holds of every row. */
  every?: Readonly<Record<string, unknown>>;
  /** What holds of every record that it answers, where its rows do not say so: they are read by their ids. */
  reads?: Readonly<Record<string, unknown>>;
  /** Stands in every row, whatever its case. */
  contains?: string;
  /** It answers no row, where the call without it does. */
  none?: true;
  /** It leaves rows out: the call without its filters matches more. */
  narrows?: true;
  /** At most this many rows; left out: all that match, or a refusal that names the call by pages. */
  most?: number;
}

export interface Call {
  method: Method;
  path: string;
  built: boolean;
  /** How the body travels. `none`: a body is refused. */
  body: 'none' | 'JSON' | 'multipart';
  /** Fields of the body that the specification names. */
  fields?: readonly string[];
  /** A request header that the specification names. */
  header?: string;
  answer: Shape;
  forms?: readonly Form[];
}

export const keyOf = ({ method, path }: Pick<Call, 'method' | 'path'>): string => `${method} ${path}`;
export const formKey = ({ path }: Pick<Call, 'path'>, { query }: Form): string => `GET ${path}?${query}`;

type More = Partial<Pick<Call, 'body' | 'fields' | 'header' | 'forms'>>;
const call =
  (built: boolean) =>
  (method: Method) =>
  (path: string, answer: Shape, more: More = {}): Call => ({
    method,
    path,
    built,
    // All product calls are JSON unless stated.
    body: method === 'POST' || method === 'PUT' ? 'JSON' : 'none',
    answer,
    ...more,
  });
const calls = (built: boolean) => ({
  get: call(built)('GET'),
  post: call(built)('POST'),
  put: call(built)('PUT'),
  remove: call(built)('DELETE'),
});
export const built = calls(true);
export const open = calls(false);
/** PUT to the status path: it takes no body. */
export const flips = (from: typeof built, path: string): Call =>
  from.put(`${path}/status/{id}`, 'status', { body: 'none' });
export const option: Form = { query: 'option=true', answer: 'options' };
