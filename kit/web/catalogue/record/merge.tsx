import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { type AnyCatalogue, type AnyRow, inSentence } from '#kit/contract/catalogue.ts';
import { ref } from '#kit/contract/fields.ts';
import { ApiError, api } from '../../api.ts';
import { formatNumber, said, useT } from '../../i18n.ts';
import { queryClient } from '../../queries.ts';
import { useCan } from '../../rights.ts';
import { toast } from '../../toast.tsx';
import { Ago } from '../../ui/when.tsx';
import { useUsage } from '../data.ts';
import { RefInput } from '../inputs/ref-input.tsx';
import { titleText } from '../spoken.ts';

interface Merged {
  id: string;
  fromTitle: string;
  intoId: string;
  at: string;
  actorName: string;
  moved: { path: string; label: string; count: number }[];
}

/** Takes a merge back and says what came of it. */
async function unmerge(definition: AnyCatalogue, id: string): Promise<void> {
  try {
    const { message } = await api.post<Answer<unknown>>(`/${definition.path}/unmerge/${id}`);
    await queryClient.invalidateQueries();
    toast.success(message);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Asks which record stays, shows what will move, and merges; the message leads back. */
export function MergeDialog({
  definition,
  row,
  opened,
  onClose,
}: {
  definition: AnyCatalogue;
  row: AnyRow;
  opened: boolean;
  onClose: () => void;
}) {
  const t = useT();
  const id = useId();
  const navigate = useNavigate();
  const [into, setInto] = useState('');
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const usage = useUsage(definition, row.id);
  const field = ref(definition.path, { label: t('merge.into') });
  const run = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { data, message } = await api.post<Answer<Merged>>(`/${definition.path}/merge`, {
        body: { fromId: row.id, intoId: into },
        quiet: true,
        once: true,
      });
      await queryClient.invalidateQueries();
      onClose();
      await navigate({ to: `/${definition.path}/${into}` });
      toast.success(message, () => void unmerge(definition, data.id));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={560}
      title={t('merge.title', { title: titleText(definition.path, row.title) })}
    >
      <div className="col" style={{ gap: 16 }}>
        <p className="t2">{t('merge.text', { title: titleText(definition.path, row.title) })}</p>
        {failure ? (
          <p className="alert bad" role="alert">
            {failure}
          </p>
        ) : null}
        <div className="fld">
          <label htmlFor={id}>{t('merge.into')}</label>
          <RefInput
            id={id}
            field={field}
            value={into}
            error={undefined}
            onChange={(value) => setInto(String(value ?? ''))}
            onBlur={() => undefined}
            first
            current={null}
            stored={null}
          />
        </div>
        <div>
          <h3 className="lab">{t('merge.what')}</h3>
          {usage.data?.length === 0 ? <p className="t2">{t('merge.nothing')}</p> : null}
          <ul>
            {usage.data?.map((one) => (
              <li key={one.path + one.field}>
                {formatNumber(one.count)} {inSentence(said(one.label))}
              </li>
            ))}
          </ul>
        </div>
        <div className="row">
          <button
            type="button"
            className="btn p"
            disabled={busy || into === '' || into === row.id}
            onClick={() => void run()}
          >
            {t('merge.do')}
          </button>
          <button type="button" className="btn d" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </div>
      </div>
    </Modal>
  );
}

/** Records merged into this one, whose merge can be undone. */
export function MergedHere({ definition, id }: { definition: AnyCatalogue; id: string }) {
  const t = useT();
  const can = useCan();
  const { data } = useQuery({
    queryKey: [definition.path, 'merges', id],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<Merged[]>>(`/${definition.path}/${id}/merges`, { signal, quiet: true })).data,
  });
  if (!data || data.length === 0) return null;
  return (
    <section className="sheet sec" aria-labelledby="merged">
      <h2 className="h2" id="merged" style={{ marginBlockEnd: 10 }}>
        {t('merge.here')}
      </h2>
      <ul className="col" style={{ gap: 10 }}>
        {data.map((one) => (
          <li key={one.id} className="row">
            <span className="grow">
              <bdi className="mid">{one.fromTitle}</bdi>
              <span className="t3 sm" style={{ display: 'block' }}>
                <bdi>{one.actorName}</bdi>, <Ago at={one.at} />
              </span>
            </span>
            {can(definition.path, 'delete') ? (
              <button type="button" className="btn d sm" onClick={() => void unmerge(definition, one.id)}>
                {t('merge.undo')}
                <span className="sr"> {one.fromTitle}</span>
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
