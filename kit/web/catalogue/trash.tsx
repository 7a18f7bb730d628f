import { Modal } from '@mantine/core';
import { IconChevronRight, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type AnyCatalogue, type AnyRow, inSentence } from '#kit/contract/catalogue.ts';
import { ApiError } from '../api.ts';
import { formatDistance, formatNumber, useT } from '../i18n.ts';
import { Failure } from '../shell/failure.tsx';
import { toast } from '../toast.tsx';
import { Empty, PageTitle } from '../ui/parts.tsx';
import { useRows, writes } from './data.ts';
import './catalogue.css';
import './record.css';

/** Deleted rows of a catalogue: bring back, or remove for good. */
export function CatalogueTrash({ definition }: { definition: AnyCatalogue }) {
  const t = useT();
  const [page, setPage] = useState(0);
  const [purging, setPurging] = useState<AnyRow>();
  const { data, error, refetch } = useRows(definition, {
    trash: 'true',
    take: '25',
    skip: String(page * 25),
    sort: '-updatedAt',
  });
  const act = async (work: Promise<string>) => {
    setPurging(undefined);
    try {
      toast.success(await work);
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
    }
  };
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <>
      <nav className="crumb" aria-label={t('catalogue.trail')}>
        <Link to={`/${definition.path}`}>{definition.many}</Link>
        <IconChevronRight className="i s flip" aria-hidden="true" />
        {t('catalogue.trash')}
      </nav>
      <PageTitle title={t('trash.title', { many: inSentence(definition.many) })} />
      <section className="sheet" aria-label={t('catalogue.trash')}>
        {data?.data.length === 0 ? (
          <Empty
            icon={<IconTrash aria-hidden="true" />}
            title={t('trash.empty')}
            text={t('trash.emptyText', { many: inSentence(definition.many) })}
          />
        ) : (
          <ul className="cards">
            {data?.data.map((row) => (
              <li key={row.id}>
                <span className="mark" aria-hidden="true">
                  {row.title.slice(0, 2).toUpperCase()}
                </span>
                <span className="col" style={{ minWidth: 0 }}>
                  <bdi className="mid cut">{row.title}</bdi>
                  <span className="t3 sm">
                    {t('trash.deleted', { when: row.deletedAt ? formatDistance(row.deletedAt) : '' })}
                  </span>
                </span>
                <span className="row wrap">
                  <button
                    type="button"
                    className="btn d sm"
                    onClick={() => void act(writes.restore(definition, row.id))}
                  >
                    {t('trash.restore')}
                    <span className="sr"> {row.title}</span>
                  </button>
                  <button type="button" className="btn x sm" onClick={() => setPurging(row)}>
                    {t('trash.purge')}
                    <span className="sr"> {row.title}</span>
                  </button>
                </span>
              </li>
            ))}
          </ul>
        )}
        {data && data.count > 25 ? (
          <div className="pager">
            <span className="grow">
              {t('catalogue.range', {
                from: formatNumber(page * 25 + 1),
                to: formatNumber(Math.min(data.count, page * 25 + 25)),
                count: formatNumber(data.count),
              })}
            </span>
            <button type="button" className="btn d sm" disabled={page === 0} onClick={() => setPage(page - 1)}>
              {t('catalogue.before')}
            </button>
            <button
              type="button"
              className="btn d sm"
              disabled={(page + 1) * 25 >= data.count}
              onClick={() => setPage(page + 1)}
            >
              {t('catalogue.after')}
            </button>
          </div>
        ) : null}
      </section>
      <Modal
        opened={purging !== undefined}
        onClose={() => setPurging(undefined)}
        title={t('trash.purgeTitle', { title: purging?.title ?? '' })}
        lockScroll={false}
        closeButtonProps={{ 'aria-label': t('action.close') }}
      >
        <div className="col" style={{ gap: 16 }}>
          <p className="t2">{t('trash.purgeText')}</p>
          <div className="row">
            <button
              type="button"
              className="btn x"
              onClick={() => purging && void act(writes.purge(definition, purging.id))}
            >
              {t('trash.purge')}
            </button>
            <button type="button" className="btn d" data-autofocus onClick={() => setPurging(undefined)}>
              {t('action.cancel')}
            </button>
          </div>
        </div>
      </Modal>
    </>
  );
}
