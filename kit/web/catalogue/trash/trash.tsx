import { IconChevronRight, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type AnyCatalogue, inSentence } from '#kit/contract/catalogue.ts';
import { useT } from '../../i18n.ts';
import { Failure } from '../../shell/failure.tsx';
import { Empty, PageTitle } from '../../ui/parts.tsx';
import { useRows } from '../data.ts';
import { Pager } from '../../list/pager.tsx';
import { TrashRows } from './trash-rows.tsx';
import '../catalogue.css';
import '../record/record.css';

/** Deleted rows of a catalogue: bring back, or remove for good. */
export function CatalogueTrash({ definition }: { definition: AnyCatalogue }) {
  const t = useT();
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(25);
  const { data, error, refetch } = useRows(definition, {
    trash: 'true',
    take: String(size),
    skip: String((page - 1) * size),
    sort: '-updatedAt',
  });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <>
      <nav className="crumb" aria-label={t('catalogue.trail')}>
        <Link to={`/${definition.path}`}>{definition.many}</Link>
        <IconChevronRight className="i s flip" aria-hidden="true" />
        {t('catalogue.trash')}
      </nav>
      <PageTitle title={t('trash.title', { many: inSentence(definition.counted) })} />
      <section className="sheet" aria-label={t('catalogue.trash')}>
        {data?.count === 0 ? (
          <Empty
            icon={<IconTrash aria-hidden="true" />}
            title={t('trash.empty')}
            text={t('trash.emptyText', { many: inSentence(definition.counted) })}
          />
        ) : (
          <TrashRows rows={data?.data.map((row) => ({ ...row, definition })) ?? []} />
        )}
        {data && data.count > 10 ? (
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
    </>
  );
}
