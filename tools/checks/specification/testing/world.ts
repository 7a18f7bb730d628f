import type { TestProduct } from '#apps/server/testing.ts';
import { sampleBody } from '#apps/server/tests/samples.ts';
import { catalogues } from '#areas/areas.ts';
import { carriersOf } from '#areas/gateway/testing/carriers.ts';
import { formOf } from '#areas/people/testing/form.ts';
import { addTrip, placeVehicle } from '#areas/trips/testing/trips.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { type Call, keyOf } from '../call.ts';

type Values = Record<string, unknown>;
/** What a call is sent with. */
interface Sent {
  body?: Values;
  payload?: Buffer;
  headers?: Record<string, string>;
}

/** Records that the calls are about, made through the door as far as the calls do not make them. */
export async function worldOf(product: TestProduct) {
  const fleet = await carriersOf(product);
  const token = fleet.admin;
  const { vehicleId, bindingId, orgId } = await fleet.carrier();
  await placeVehicle(product, bindingId, { fixAt: '2026-11-21T05:59:00.000Z' });
  const tripId = await addTrip(product, { bindingId, startAt: '2026-11-20T08:00:00Z' });
  /** Ids by path of the catalogue; what the calls make takes the place of what was there before. */
  const made: Record<string, string> = { organisation: orgId };
  const roles = (await fleet.get('/role?take=100')).data as { id: string; name: string; level: number }[];
  const roleNamed = (name: string) => roles.find((one) => one.name === name)?.id ?? '';
  const people = (await fleet.get('/app-user?take=100')).data as { id: string; email: string }[];
  const client = people.find(({ email }) => email === 'client@roadkeeper.test')?.id ?? '';
  const modules = (await fleet.get('/module')).data as { id: string; parentId: string | null }[];
  const placed = modules.find(({ parentId }) => parentId !== null);
  const offered = (await fleet.get('/role/permissions')).data as { moduleId: string; key: string }[];
  const canView = offered.filter(({ key }) => key === 'rto').map(({ moduleId }) => ({ moduleId, actions: ['view'] }));
  // More than a page of what is chosen from: a list of it is given whole.
  const add = async (path: string, body: object): Promise<string> => {
    const answer = await product.call('POST', path, { token, body });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.json.data.id;
  };
  for (let at = 0; at < 26; at += 1) {
    const chapter = await add('/faq-category', sampleBody(catalogue('faq-category'), 800 + at, made));
    await add('/faq', sampleBody(catalogue('faq'), 800 + at, { 'faq-category': chapter }));
    await add('/role', { name: `Clerk ${at}`, audience: 'staff', rowScope: 'ALL', permissions: canView });
  }
  // Money that came in.
  const walletId = await add('/wallet', { orgId });
  await add('/wallet/adjustment', { walletId, transactionType: 1, amountPaise: 100, note: 'Sample' });
  for (const path of ['doctor', 'drivers']) made[path] = await add(`/${path}`, sampleBody(catalogue(path), 600, made));
  for (const path of ['insurer', 'help-category', 'help-team'])
    made[path] = (await fleet.get(`/${path}?take=1`)).data[0].id;
  let invited = { id: '', driverId: '' };

  /** Bodies of the calls that belong to no catalogue of the usual kind. */
  const bodies: Readonly<Record<string, () => Promise<Values> | Values>> = {
    'POST /client/vehicle-invitation': () => ({
      name: 'Ravi Kumar',
      mobile: '9876500001',
      email: 'ravi@driver.test',
      orgId,
    }),
    'POST /client/find-driver': () => ({ mobile: '9876500001' }),
    'POST /client/driver-on-boarding': () => ({
      driverId: invited.driverId,
      step: 'identity',
      name: 'Ravi Kumar',
      dob: '1990-01-15',
    }),
    'PUT /admin/user-reset-password/{id}': () => ({ data: {} }),
    'POST /role': () => ({ name: 'Of the table', audience: 'staff', rowScope: 'ALL', permissions: canView }),
    'PUT /role/{id}': () => ({ name: 'Of the tables', audience: 'staff', rowScope: 'ALL', permissions: canView }),
    'POST /role/update-level': async () => {
      const now = (await fleet.get('/role?take=100&sort=level')).data as { id: string; level: number }[];
      return { roleIds: now.filter(({ level }) => level > 0).map(({ id }) => id) };
    },
    'PUT /help-desk/request-status/{id}': () => ({ requestStatus: 1 }),
    'POST /help-desk/forward': () => ({
      ticketId: made['help-desk'],
      to: { teamId: made['help-team'] },
      reason: 'Theirs to answer',
    }),
    'PUT /module/update-parent/{id}': () => ({ parentId: placed?.parentId }),
  };
  const ids: Readonly<Record<string, () => string>> = {
    'DELETE /client/vehicle-invitation/{id}': () => invited.id,
    'PUT /admin/user-reset-password/{id}': () => made['user'] ?? '',
    'GET /user-wise-login/{id}': () => client,
    'PUT /module/update-parent/{id}': () => placed?.id ?? '',
    'GET /vehicle/app-user/{id}': () => client,
    'GET /client/vehicle-doc/{id}': () => vehicleId,
    'GET /client/app-user-policy/{vehicleId}': () => vehicleId,
    'GET /client/history-app-user-policy/{vehicleId}': () => vehicleId,
    'GET /client/vehicle-model/{id}': () => made['vehicle-model'] ?? '',
    'GET /vehicle-trips/{id}': () => tripId,
  };

  return {
    token,
    /** The path with the id of its record in it. */
    pathOf(call: Call): string {
      const id = ids[keyOf(call)]?.() ?? made[nameIn(call.path)] ?? '';
      return call.path.replace(/\{(?:id|vehicleId)\}/, id);
    },
    /** A right body, as the call has it travel. */
    async sentWith(call: Call): Promise<Sent> {
      if (call.body === 'none') return {};
      const values = await (bodies[keyOf(call)]?.() ?? usual(call));
      if (call.body === 'JSON') return { body: values };
      return formOf(lists(values), call.path === '/client/driver-on-boarding' ? 'photo' : undefined);
    },
    /** Keeps what a call made, for those that come after it. */
    keep(call: Call, data: { id?: string; driverId?: string } | null): void {
      if (call.method !== 'POST' || data?.id === undefined) return;
      if (call.path === '/client/vehicle-invitation') invited = { id: data.id, driverId: data.driverId ?? '' };
      else made[nameIn(call.path)] = data.id;
    },
    /** Calls in an order in which each finds what it needs: parents are made first, and deleted last. */
    inOrder: (calls: readonly Call[]): Call[] => calls.toSorted((a, b) => rank(a) - rank(b) || depth(a) - depth(b)),
  };

  function usual({ path }: Call): Values {
    const name = nameIn(path);
    // A record is not its own parent, and which roles may be given is for their own tests.
    const { [name]: _, ...parents } = made;
    const role = roleNamed(name === 'app-user' ? 'Client viewer' : 'RTO clerk');
    const number = 700 + catalogues.findIndex((one) => one.path === name);
    return sampleBody(catalogue(name), number, { ...parents, role });
  }
  function depth({ method, path }: Call): number {
    const { registry } = product.product.kit;
    const name = nameIn(path);
    const found = registry.find(name) ? registry.dependencies(name).length : 0;
    return method === 'DELETE' ? -found : found;
  }
}

/** The catalogue that a path names, below /client as well. */
const nameIn = (path: string): string => path.split('/').find((word) => word !== '' && word !== 'client') ?? '';

function catalogue(path: string): AnyCatalogue {
  const found = catalogues.find((one) => one.path === path);
  if (!found) throw new Error(`${path} is no catalogue: give its calls a body in world.ts`);
  return found;
}

/** What is no text travels in a form as JSON. */
const lists = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : value]),
  );

const steps = ['POST', 'PUT', 'GET', 'DELETE'];
/** Whoever is acted as is acted as last: it ends nothing of what comes before. */
const rank = ({ method, path }: Call): number =>
  path.startsWith('/user-wise-login') ? steps.length : steps.indexOf(method);
