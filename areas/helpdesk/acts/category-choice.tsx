import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { api } from '#kit/web/api.ts';
import type { FormBodyProps } from '#kit/web/catalogue/form/form-part.ts';
import { named, useT } from '#kit/web/i18n.ts';
import { iconOf } from '#kit/web/icons.ts';
import { useCan } from '#kit/web/rights.ts';
import { minutesText } from '../beside/minutes.web.ts';
import type { helpCategory } from '../helpdesk.contract.ts';
import styles from './ticket-form.module.css';

type Category = Pick<RowOf<typeof helpCategory>, 'id' | 'name' | 'icon' | 'slaFirstResponseMin'>;

/** The topic, one of a few that all stand there, each with how soon an answer comes. */
export function CategoryChoice({ values, set, errorOf, field, id }: FormBodyProps) {
  const t = useT();
  const { categoryId } = values as { categoryId?: string };
  const mayView = useCan()('help-category', 'view');
  const { data, error: failed } = useQuery({
    queryKey: ['help-category', 'to-ask'],
    enabled: mayView,
    queryFn: async ({ signal }) =>
      (
        await api.get<Answer<Category[]>>('/help-category', {
          query: { status: '1', take: '50', sort: 'position' },
          signal,
          quiet: true,
        })
      ).data,
  });
  // Whoever may not look at categories chooses from their names.
  if (!mayView || failed) return field('categoryId');
  const error = errorOf('categoryId');
  return (
    <fieldset
      className={styles.topics}
      aria-describedby={error ? `${id}-categoryId-error` : undefined}
      aria-busy={data === undefined}
    >
      <legend className="h2">
        <bdi>{t('ask.topic')}</bdi>
      </legend>
      <div className={styles.cards}>
        {(data ?? []).map((one, at) => {
          const Icon = iconOf(one.icon ?? 'help-circle');
          return (
            <label key={one.id} className={styles.card}>
              <input
                type="radio"
                // The first takes the focus where none was chosen.
                id={at === 0 ? `${id}-categoryId` : undefined}
                name={`${id}-categoryId`}
                className="sr"
                checked={categoryId === one.id}
                onChange={() => set('categoryId', one.id)}
              />
              <Icon className="i" aria-hidden="true" />
              <bdi className="mid">{named(one.name)}</bdi>
              <span className="sm t2">{t('ask.answerWithin', { time: minutesText(one.slaFirstResponseMin) })}</span>
            </label>
          );
        })}
      </div>
      {error ? (
        <span className="errm" id={`${id}-categoryId-error`}>
          {error}
        </span>
      ) : null}
    </fieldset>
  );
}
