import { type AnyCatalogue, type ReadyView, shownFields } from '../catalogue.ts';
import { type AnyField, clientsReadAs, type Fields } from '../fields.ts';
import { oncePer } from '../once-per.ts';

const labelled = <One extends { label: string; forClients?: string }>(one: One): One =>
  one.forClients === undefined ? one : { ...one, label: one.forClients };
/** A field with the labels that clients know. */
const clientLabel = (field: AnyField): AnyField =>
  labelled(field.kind === 'choice' ? { ...field, choices: field.choices.map(labelled) } : field);
/** A field as clients know it: without values that they are given as another one. */
function openField(field: AnyField): AnyField {
  const readAs = clientsReadAs(field);
  if (field.kind !== 'choice' || Object.keys(readAs).length === 0) return clientLabel(field);
  return clientLabel({ ...field, readAs, choices: field.choices.filter(({ value }) => !(value in readAs)) });
}
const openFields = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries<AnyField>(fields).flatMap(([name, field]) =>
      field.staffOnly === true ? [] : [[name, openField(field)]],
    ),
  );
/** A view without values that clients know nothing of. */
const openView = (view: ReadyView, fields: Fields): ReadyView => ({
  ...view,
  search: Object.fromEntries(
    Object.entries(view.search).map(([name, values]) => {
      const readAs = clientsReadAs(fields[name]);
      const kept = values.split(',').filter((value) => !(value in readAs));
      return [name, kept.join()];
    }),
  ),
});
const openDefinition = oncePer(
  (definition: AnyCatalogue): AnyCatalogue => ({
    ...definition,
    fields: openFields(definition.fields),
    readOnly: openFields(definition.readOnly),
    readyViews: definition.readyViews
      .filter(({ staffOnly }: ReadyView) => staffOnly !== true)
      .map((view: ReadyView) => openView(view, shownFields(definition))),
  }),
);
const clientDefinition = oncePer((definition: AnyCatalogue): AnyCatalogue => {
  const { orgId: _, ...own } = definition.fields as Fields;
  const firstColumns = definition.firstColumns.filter((name: string) => name !== 'orgId');
  const known = definition.forClients;
  const counted = known ? (known.counted ?? known.many) : definition.counted;
  return { ...definition, ...known, counted, fields: own, firstColumns };
});
/** A definition without the fields, values and views that are for staff alone, and with the labels of clients, where its reader is one. */
export const openTo = (definition: AnyCatalogue, reader: 'staff' | 'client' | undefined): AnyCatalogue =>
  reader === 'client' ? openDefinition(definition) : definition;

/** A definition as its reader sees it: for clients every record is their own organisation's, so nothing says whose. */
export function seenBy(definition: AnyCatalogue, reader: 'staff' | 'client' | undefined): AnyCatalogue {
  const open = openTo(definition, reader);
  return reader === 'client' && ('orgId' in open.fields || open.forClients !== null) ? clientDefinition(open) : open;
}
