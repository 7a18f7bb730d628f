import { driver } from '#areas/people/drivers/driver.contract.ts';
import { appUser, organisation } from '#areas/people/people.contract.ts';
import { vehicle } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { Changed } from '../documents.events.ts';
import { type SubjectField, type SubjectPath, subjectPaths } from './subjects.contract.ts';

/** The catalogue of what a document is of. */
export const subjectCatalogues: Readonly<Record<SubjectPath, AnyCatalogue>> = {
  vehicle,
  drivers: driver,
  organisation,
  'app-user': appUser,
};

/** Where what a document is of is read by others, with its name there. */
export const subjectViews: Readonly<Record<SubjectPath, readonly [view: string, name: string]>> = {
  vehicle: ['vehicles_vehicle', 'registration_no'],
  drivers: ['people_driver', 'name'],
  organisation: ['people_organisation', 'name'],
  'app-user': ['identity_person', 'name'],
};

const columns: Readonly<Record<SubjectField, string>> = {
  vehicleId: 'vehicle_id',
  driverId: 'driver_id',
  ownerOrgId: 'owner_org_id',
  appUserId: 'app_user_id',
};
export const subjectColumn = (field: SubjectField): string => columns[field];

/** The id of what a document is of, over an alias of the table or its view. */
export const subjectSql = (alias: string): string =>
  `coalesce(${Object.values(columns)
    .map((column) => `${alias}.${column}`)
    .join(', ')})`;

/** Whether it is of the record with an id, written so that the index of each column serves. @param id a parameter */
export const isOfSubjectSql = (alias: string, id: string): string =>
  `(${Object.values(columns)
    .map((column) => `${alias}.${column} = ${id}`)
    .join(' or ')})`;

/** The path of its catalogue. */
export const subjectPathSql = (alias: string): string =>
  `case ${Object.entries(subjectPaths)
    .map(([field, path]) => `when ${alias}.${columns[field as SubjectField]} is not null then '${path}'`)
    .join(' ')} end`;

/** Joins of what a document is of, whatever it is; over the aliases v, p, g and u. */
export const subjectJoins = `left join vehicles_vehicle v on v.id = d.vehicle_id left join people_driver p on p.id = d.driver_id
  left join people_organisation g on g.id = d.owner_org_id left join identity_person u on u.id = d.app_user_id`;
/** Its name, over those. */
export const subjectNameSql = 'coalesce(v.registration_no, p.name, g.name, u.name)';

/** What changed with documents of these records. */
export function changedWith(
  subjects: readonly { path: SubjectPath; id: string }[],
  more: Pick<Changed, 'neverActive'> = {},
): Changed {
  const of = (path: SubjectPath) => [...new Set(subjects.filter((one) => one.path === path).map(({ id }) => id))];
  return {
    vehicles: of('vehicle'),
    drivers: of('drivers'),
    organisations: of('organisation'),
    appUsers: of('app-user'),
    ...more,
  };
}
