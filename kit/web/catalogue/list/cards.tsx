import { Link } from '@tanstack/react-router';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { type AnyField, choiceOf } from '#kit/contract/fields.ts';
import { useT } from '../../i18n.ts';
import { columnsOf, isNumber, Mark, Value } from '../cells.tsx';
import { RowMenu } from '../row-actions.tsx';
import { titleText } from '../spoken.ts';
import { Brought, Inactive, type Shown } from './table.tsx';

/** Values that a card has room for. */
const mostValues = 4;

/** The rows on a telephone: what it is, how it is, and what else is known of it, each on a line of its own. */
export function Cards({ definition, columns, brought, rows, chosen, toggle }: Shown) {
  const t = useT();
  const { link, picture } = columnsOf(definition);
  const aside = brought.filter(({ onCard }) => onCard === 'aside');
  const below = brought.filter(({ onCard }) => onCard === undefined);
  return (
    <ul className="cards">
      {rows.map((row, index) => (
        <li key={row.id}>
          <input
            type="checkbox"
            className="cbx"
            aria-label={t('catalogue.select', { title: titleText(definition.path, row.title) })}
            checked={chosen.has(row.id)}
            onChange={() => toggle(index)}
          />
          <Link to={`/${definition.path}/${row.id}`} className="ttl">
            {picture ? <Mark row={row} name={picture} /> : null}
            <Value field={definition.fields[link]} name={link} row={row} />
          </Link>
          <span className="card-end">
            {aside.map((column) => (
              <Brought key={column.key} column={column} row={row} rows={rows} label="" />
            ))}
            <RowMenu definition={definition} row={row} onGone={() => undefined} />
          </span>
          <div className="more">
            <Values columns={columns} row={row} />
            <Inactive row={row} />
            {below.map((column) => (
              <Brought key={column.key} column={column} row={row} rows={rows} label={t(column.label)} />
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** What is named by its field, for it says nothing by itself. */
const isNamed = (field: AnyField): boolean =>
  isNumber(field) || field.kind === 'flag' || field.kind === 'date' || field.kind === 'time';
/** How the record is, in its colour. */
const isState = (field: AnyField, row: AnyRow, name: string): boolean =>
  field.kind === 'choice' && !Array.isArray(row[name]) && choiceOf(field, row[name])?.tone !== undefined;
const isReasoned = (field: AnyField, row: AnyRow): boolean =>
  field.kind === 'choice' && field.reason !== undefined && row[field.reason] !== null;

function Values({ columns, row }: { columns: Shown['columns']; row: AnyRow }) {
  const given = columns.filter(([name]) => row[name] !== null).slice(0, mostValues);
  const states = given.filter(([name, field]) => isState(field, row, name));
  // A deadline that its reason tells already is not said twice.
  const hasReason = states.some(([, field]) => isReasoned(field, row));
  const named = given.filter(([, field]) => isNamed(field) && !(hasReason && field.kind === 'date' && field.distance));
  const plain = given.filter(([name, field]) => !isNamed(field) && !isState(field, row, name));
  return (
    <>
      {plain.length > 0 ? (
        <span className="card-line">
          {plain.map(([name, field]) => (
            <span key={name}>
              <Value field={field} name={name} row={row} />
            </span>
          ))}
        </span>
      ) : null}
      {[...states, ...named].map(([name, field]) => (
        <span key={name}>
          {isNamed(field) ? <span className="t3">{field.label} </span> : null}
          <Value field={field} name={name} row={row} />
          {/* In a table the heading says it. */}
          {'unit' in field && field.unit ? ` ${field.unit}` : null}
        </span>
      ))}
    </>
  );
}
