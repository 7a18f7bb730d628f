import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { ApiError } from '../../api.ts';
import { useT } from '../../i18n.ts';
import { toast } from '../../toast.tsx';
import { Ago } from '../../ui/when.tsx';
import { writes } from '../data.ts';
import { titleText } from '../spoken.ts';

export interface Deleted {
  id: string;
  title: string;
  deletedAt: string | null;
  deletedBy?: string | null;
  definition: AnyCatalogue;
}

/** Deleted records with the ways to bring them back or remove them for good. `naming` says of what kind each is. */
export function TrashRows({ rows, naming = false }: { rows: readonly Deleted[]; naming?: boolean }) {
  const t = useT();
  const [purging, setPurging] = useState<Deleted>();
  const act = async (work: Promise<string>) => {
    setPurging(undefined);
    try {
      toast.success(await work);
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
    }
  };
  const titleOf = ({ definition: { path }, title }: Deleted) => titleText(path, title);
  return (
    <>
      <ul className="cards trash-rows">
        {rows.map((row) => (
          <li key={row.id}>
            <span className="mark" aria-hidden="true">
              {titleOf(row).slice(0, 2).toUpperCase()}
            </span>
            <span className="col" style={{ minWidth: 0 }}>
              <bdi className="mid cut">{titleOf(row)}</bdi>
              <span className="t3 sm">
                <bdi>
                  {naming ? `${row.definition.one} · ` : ''}
                  {t('trash.deleted')} {row.deletedAt ? <Ago at={row.deletedAt} /> : null}
                  {row.deletedBy ? ` ${t('records.deletedBy', { name: row.deletedBy })}` : ''}
                </bdi>
              </span>
            </span>
            <span className="row wrap">
              <button
                type="button"
                className="btn d sm"
                onClick={() => void act(writes.restore(row.definition, row.id))}
              >
                {t('trash.restore')}
                <span className="sr"> {titleOf(row)}</span>
              </button>
              <button type="button" className="btn x sm" onClick={() => setPurging(row)}>
                {t('trash.purge')}
                <span className="sr"> {titleOf(row)}</span>
              </button>
            </span>
          </li>
        ))}
      </ul>
      <Modal
        opened={purging !== undefined}
        onClose={() => setPurging(undefined)}
        title={t('trash.purgeTitle', { title: purging ? titleOf(purging) : '' })}
      >
        <div className="col" style={{ gap: 16 }}>
          <p className="t2">{t('trash.purgeText')}</p>
          <div className="row">
            <button
              type="button"
              className="btn x"
              onClick={() => purging && void act(writes.purge(purging.definition, purging.id))}
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
