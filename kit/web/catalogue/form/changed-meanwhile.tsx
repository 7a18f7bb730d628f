import { useQuery } from '@tanstack/react-query';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { useT } from '../../i18n.ts';
import { authorOf } from '../../live/authors.ts';
import { ChangedNotice } from '../../live/changed-notice.tsx';
import { historySince } from '../data.ts';
import { changedBetween } from './merge.ts';

interface Props {
  definition: AnyCatalogue;
  base: AnyRow;
  theirs: AnyRow;
  onUpdate: (theirs: AnyRow) => Promise<void>;
}

/** Says at an open form of a catalogue that somebody changed its record. */
export function ChangedMeanwhile({ definition, base, theirs, onUpdate }: Props) {
  const t = useT();
  const { data } = useQuery({
    queryKey: ['form-history', definition.path, base.id, base.version, theirs.version],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => historySince(definition, base),
  });
  return (
    <ChangedNotice
      author={authorOf(data ?? []) ?? { name: t('conflict.someone'), at: theirs.updatedAt }}
      fields={changedBetween(definition, base, theirs).map((name) => definition.fields[name].label)}
      onUpdate={() => void onUpdate(theirs)}
    />
  );
}
