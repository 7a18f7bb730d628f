import { useQuery } from '@tanstack/react-query';
import { formatTime, useT } from '../i18n.ts';
import { type AuthorOf, latestOf } from './authors.ts';

interface Props {
  /** Who changed it and when; left out: not known. */
  author: { name: string; at: string } | undefined;
  /** Labels of the fields that were changed; none: others than the form has. */
  fields: readonly string[];
  onUpdate: () => void;
}

/** Says at an open form that somebody changed its record: who, when and what; and takes that into the form. */
export function ChangedNotice({ author, fields, onUpdate }: Props) {
  const t = useT();
  const name = author?.name ?? t('conflict.someone');
  const names = fields.join(', ');
  return (
    <div className="alert due wide" role="status">
      <span>
        <bdi>
          {author === undefined
            ? t('conflict.changedUnknown', { fields: names })
            : names === ''
              ? t('conflict.changedRecord', { name, when: formatTime(author.at) })
              : t('conflict.changedFields', { name, when: formatTime(author.at), fields: names })}
        </bdi>{' '}
        <button type="button" className="link" onClick={onUpdate}>
          {t('conflict.update')}
        </button>
      </span>
    </div>
  );
}

/** The notice of a form that is no form of a catalogue: its fields by name with their labels. */
export function FieldsChanged(props: {
  /** Names the version that is stored now. */
  queryKey: readonly (string | number)[];
  authors: () => Promise<AuthorOf>;
  /** The labels of what was changed, by name. */
  fields: Readonly<Record<string, string>>;
  onUpdate: () => void;
}) {
  const { queryKey, authors, fields, onUpdate } = props;
  const { data, isFetched } = useQuery({
    queryKey: ['form-history', ...queryKey],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => ({ author: latestOf(await authors(), Object.keys(fields)) }),
  });
  // A screen reader hears it once, with the name.
  if (!isFetched) return null;
  return <ChangedNotice author={data?.author} fields={Object.values(fields)} onUpdate={onUpdate} />;
}
