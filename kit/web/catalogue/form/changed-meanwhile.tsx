import { useQuery } from '@tanstack/react-query';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { formatTime, useT } from '../../i18n.ts';
import { historySince } from '../data.ts';
import { authorOf, changedBetween } from './merge.ts';
import { labelsOf } from './use-conflict.ts';

interface Props {
  definition: AnyCatalogue;
  base: AnyRow;
  theirs: AnyRow;
  onUpdate: (theirs: AnyRow) => Promise<void>;
}

/** Says at an open form that somebody changed its record: who, when and what; and takes that into the form. */
export function ChangedMeanwhile({ definition, base, theirs, onUpdate }: Props) {
  const t = useT();
  const { data } = useQuery({
    queryKey: ['form-history', definition.path, base.id, base.version, theirs.version],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => historySince(definition, base),
  });
  const author = authorOf(data ?? []);
  const name = author?.name ?? t('conflict.someone');
  const when = formatTime(author?.at ?? theirs.updatedAt);
  const names = changedBetween(definition, base, theirs);
  return (
    <div className="alert due wide" role="status">
      <span>
        <bdi>
          {names.length > 0
            ? t('conflict.changedFields', { name, when, fields: labelsOf(definition, names) })
            : t('conflict.changedRecord', { name, when })}
        </bdi>{' '}
        <button type="button" className="link" onClick={() => void onUpdate(theirs)}>
          {t('conflict.update')}
        </button>
      </span>
    </div>
  );
}
