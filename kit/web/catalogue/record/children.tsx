import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type AnyCatalogue, inSentence } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { useT } from '../../i18n.ts';
import { useCan } from '../../rights.ts';
import { Failure } from '../../shell/failure.tsx';
import { columnsOf, isNumber, Mark, Value } from '../cells.tsx';
import { useRows } from '../data.ts';
import { SideScroll } from '../../list/side-scroll.tsx';
import { Pager } from '../../list/pager.tsx';

/** A catalogue whose rows refer to records of another, by one of its fields. */
export interface Child {
  definition: AnyCatalogue;
  field: string;
}

/** Catalogues with a filterable reference to this one, in the order of the product. */
export const childrenOf = (all: readonly AnyCatalogue[], path: string): Child[] =>
  all.flatMap((definition) =>
    Object.entries<AnyField>(definition.fields)
      .filter(([, field]) => field.kind === 'ref' && field.to === path && field.filter)
      .map(([field]) => ({ definition, field })),
  );

/** The records that hang below another one, as a part of its page. */
export function Children({ child: { definition, field }, id }: { child: Child; id: string }) {
  const t = useT();
  const can = useCan();
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(25);
  const { data, error, refetch } = useRows(definition, {
    [field]: id,
    take: String(size),
    skip: String((page - 1) * size),
  });
  const { link, picture, rest } = columnsOf(definition);
  const columns = rest.filter(([name]) => name !== field).slice(0, 6);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const many = inSentence(definition.counted);
  return (
    <section className="sheet list" aria-label={definition.many}>
      <div className="row sec" style={{ paddingBlock: 12 }}>
        <Link to={`/${definition.path}`} search={{ [field]: id } as never} className="grow">
          {t('child.open')}
        </Link>
        {can(definition.path, 'create') ? (
          <Link to={`/${definition.path}/new`} search={{ [`val[${field}]`]: id } as never} className="btn d sm">
            <IconPlus className="i s" aria-hidden="true" />
            {definition.newText ?? t('child.new', { one: inSentence(definition.one) })}
          </Link>
        ) : null}
      </div>
      {data?.count === 0 ? (
        <p className="t2 sec">{t('child.none', { many })}</p>
      ) : (
        // Wider than its place, it scrolls; the keyboard reaches it by its links.
        <SideScroll>
          <table className="tbl plain">
            <thead>
              <tr>
                <th scope="col">{definition.fields[link].label}</th>
                {columns.map(([name, one]) => (
                  <th key={name} scope="col" className={isNumber(one) ? 'num' : undefined}>
                    {'unit' in one && one.unit ? `${one.label}, ${one.unit}` : one.label}
                  </th>
                ))}
                {definition.statusInRow ? <th scope="col">{t('catalogue.status')}</th> : null}
              </tr>
            </thead>
            <tbody>
              {data?.data.map((row) => (
                <tr key={row.id}>
                  <td>
                    <Link to={`/${definition.path}/${row.id}`} className="ttl">
                      {picture ? <Mark row={row} name={picture} /> : null}
                      <Value field={definition.fields[link]} name={link} row={row} />
                    </Link>
                    {row.status === 0 && !definition.statusInRow ? (
                      <>
                        {' '}
                        <span className="tag st off">{t('catalogue.inactive')}</span>
                      </>
                    ) : null}
                  </td>
                  {columns.map(([name, one]) => (
                    <td key={name} className={isNumber(one) ? 'num' : undefined}>
                      <Value field={one} name={name} row={row} />
                    </td>
                  ))}
                  {definition.statusInRow ? (
                    <td>
                      <span className={`st ${row.status === 1 ? 'ok' : 'off'}`}>
                        {t(row.status === 1 ? 'catalogue.active' : 'catalogue.inactive')}
                      </span>
                    </td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </table>
        </SideScroll>
      )}
      {data && data.count > 25 ? (
        <Pager
          view={{ page, size }}
          count={data.count}
          onPage={setPage}
          onSize={(next) => {
            setSize(next);
            setPage(1);
          }}
        />
      ) : null}
    </section>
  );
}
