import type { AnyCatalogue } from '#kit/contract/catalogue.ts';

/** Forms of more fields than this have a page of their own instead of a drawer. */
const mostInDrawer = 8;
export const needsPage = (definition: AnyCatalogue): boolean => Object.keys(definition.fields).length > mostInDrawer;
