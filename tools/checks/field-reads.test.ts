import { expect, test } from 'vitest';
import { checkFieldReads } from './field-reads.ts';
import { plantTree } from './planted-tree.ts';

test('a field of a row that is read by a name in brackets is refused in areas', () => {
  using tree = plantTree({
    'areas/vehicles/vehicle/a.policy.ts':
      "const a = row['state'];\nconst b = values?.['orgId'] ?? before?.['orgId'];\n",
    'areas/vehicles/vehicle/b.tab.tsx': "<p>{change.before['level']}</p>\n",
  });
  expect(checkFieldReads(tree.root)).toEqual([
    "areas/vehicles/vehicle/a.policy.ts:1 reads row['state']: type the row with RowOf and read it with a dot",
    "areas/vehicles/vehicle/a.policy.ts:2 reads values?.['orgId']: type the row with RowOf and read it with a dot",
    "areas/vehicles/vehicle/a.policy.ts:2 reads before?.['orgId']: type the row with RowOf and read it with a dot",
    "areas/vehicles/vehicle/b.tab.tsx:1 reads before['level']: type the row with RowOf and read it with a dot",
  ]);
});

test('dots, parameters of calls, variable names, tests and the kit pass', () => {
  using tree = plantTree({
    'areas/vehicles/a.routes.ts': "row.state; params['id']; query['q']; row[name];\n",
    'areas/vehicles/a.test.ts': "row['state'];\n",
    'kit/server/a.ts': "row['state'];\n",
  });
  expect(checkFieldReads(tree.root)).toEqual([]);
});
