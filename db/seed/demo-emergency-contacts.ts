import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#kit/server/db/database.ts';

interface Contact {
  of: string;
  name: string;
  relation: 'SPOUSE' | 'PARENT' | 'SIBLING' | 'CHILD' | 'FRIEND' | 'EMPLOYER';
  mobile: string;
  email?: string;
  /** Days before the first start on which they agreed. */
  agreedDaysAgo?: number;
}

/** Whom to call for people of the demo, in the order of calling. The numbers are ones that no operator gives out. */
const contacts: readonly Contact[] = [
  {
    of: 'Meera Joshi',
    name: 'Prakash Joshi',
    relation: 'SPOUSE',
    mobile: '7000000101',
    email: 'prakash@roadkeeper.test',
    agreedDaysAgo: 90,
  },
  { of: 'Meera Joshi', name: 'Imran Khan', relation: 'EMPLOYER', mobile: '7000000102' },
  { of: 'Ganesh Pawar', name: 'Savita Pawar', relation: 'SPOUSE', mobile: '7000000103', agreedDaysAgo: 60 },
  { of: 'Ganesh Pawar', name: 'Dattatray Pawar', relation: 'PARENT', mobile: '7000000104' },
  { of: 'Salim Ansari', name: 'Nasreen Ansari', relation: 'SPOUSE', mobile: '7000000105', agreedDaysAgo: 20 },
  {
    of: 'Sunita Kulkarni',
    name: 'Rohan Kulkarni',
    relation: 'CHILD',
    mobile: '7000000106',
    email: 'viewer@roadkeeper.test',
    agreedDaysAgo: 120,
  },
  { of: 'Sunita Kulkarni', name: 'Anand Kulkarni', relation: 'SPOUSE', mobile: '7000000107', agreedDaysAgo: 120 },
  { of: 'Venkat Reddy', name: 'Padma Reddy', relation: 'SPOUSE', mobile: '7000000108', agreedDaysAgo: 45 },
  { of: 'Ramulu Goud', name: 'Yadaiah Goud', relation: 'SIBLING', mobile: '7000000109' },
];

/** Emergency contacts of the demo's app users; people who are not there have none. */
export async function addDemoEmergencyContacts(db: Queryable, now: Date): Promise<void> {
  const places = new Map<string, number>();
  for (const { of, name, relation, mobile, email, agreedDaysAgo } of contacts) {
    const place = (places.get(of) ?? 0) + 10;
    places.set(of, place);
    const agreedOn = agreedDaysAgo === undefined ? null : new Date(now.getTime() - agreedDaysAgo * 86_400_000);
    await db.query(
      `insert into emergency_contact (id, app_user_id, org_id, name, relation, mobile, email, position, notify_by, consent_on)
       select $1, id, org_id, $3, $4, $5, $6, $7, $8, $9 from people_app_user where name = $2 and deleted_at is null limit 1`,
      [
        uuidv7(),
        of,
        name,
        relation,
        mobile,
        email ?? null,
        place,
        email === undefined ? ['CALL', 'SMS'] : ['CALL', 'EMAIL'],
        agreedOn?.toISOString().slice(0, 10) ?? null,
      ],
    );
  }
}
