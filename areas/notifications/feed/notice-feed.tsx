import { IconBell, IconMail, IconMailOpened, IconTrash } from '@tabler/icons-react';
import { useT } from '#kit/web/i18n.ts';
import { FilterBar } from '#kit/web/list/filter-bar.tsx';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { useKept } from '#kit/web/storage/store.ts';
import { SelectField } from '#kit/web/ui/filter-fields.tsx';
import { Older } from '#kit/web/ui/older.tsx';
import { Empty } from '#kit/web/ui/parts.tsx';
import { NoticeList } from '../bell/notice-list.tsx';
import styles from '../bell/notices.module.css';
import { type NoticeRow, severities } from '../notice-answers.contract.ts';
import { topicName } from '../notice-text.web.ts';
import {
  markRead,
  markUnread,
  type NoticeFilter,
  removeNotice,
  useNotices,
  usePreferences,
} from '../notifications.queries.ts';

/** All that one was told, with filters. */
export function NoticeFeed() {
  const t = useT();
  const address = useListAddress(['unread', 'topic', 'severity']);
  const { field, filters } = address;
  const found = useNotices(filters as NoticeFilter);
  const topics = usePreferences().data?.topics ?? [];
  if (found.error && !found.data) return <Failure error={found.error} retry={() => void found.refetch()} />;
  const rows = found.data?.pages.flatMap(({ data }) => data);
  return (
    <>
      <FilterBar filters={filters} onClear={address.clear}>
        <SelectField
          label={t('notifications.show')}
          any={t('notifications.shows.all')}
          options={[{ value: 'true', label: t('notifications.shows.unread') }]}
          {...field('unread')}
        />
        <SelectField
          label={t('notifications.severity')}
          options={severities.map((value) => ({ value, label: t(`notifications.severities.${value}`) }))}
          {...field('severity')}
        />
        <SelectField
          label={t('notifications.topic')}
          options={topics.map(({ key, name }) => ({ value: key, label: topicName(key, name) }))}
          {...field('topic')}
        />
      </FilterBar>
      <section className={`sheet ${styles.feed}`}>
        {rows === undefined ? (
          <p className="t2">{t('shell.loading')}</p>
        ) : rows.length === 0 ? (
          <Empty
            icon={<IconBell aria-hidden="true" />}
            title={t(
              filters.unread && !filters.topic && !filters.severity ? 'notifications.noneUnread' : 'notifications.none',
            )}
            text={t(address.isFiltered ? 'notifications.noneMatch' : 'notifications.noneText')}
          />
        ) : (
          <>
            <NoticeList rows={rows} label={t('notifications.list')} More={Acts} />
            <Older pages={found} label={t('notifications.older')} />
          </>
        )}
      </section>
    </>
  );
}

/** What can be done with one. Nothing of it is done in somebody else's name. */
function Acts({ row: { id, readAt }, text }: { row: NoticeRow; text: string }) {
  const t = useT();
  const [user] = useKept('userData');
  if (user?.impersonatedBy) return null;
  const isUnread = readAt === null;
  const Turn = isUnread ? IconMailOpened : IconMail;
  const nameOf = (action: string) => t('notifications.about', { action, title: text });
  return (
    <span className="row">
      <button
        type="button"
        className="btn g ic sm"
        title={t(isUnread ? 'notifications.markRead' : 'notifications.markUnread')}
        aria-label={nameOf(t(isUnread ? 'notifications.markRead' : 'notifications.markUnread'))}
        onClick={() => void (isUnread ? markRead([id]) : markUnread(id))}
      >
        <Turn className="i s" aria-hidden="true" />
      </button>
      <button
        type="button"
        className="btn g ic sm"
        title={t('notifications.remove')}
        aria-label={nameOf(t('notifications.remove'))}
        onClick={() => void removeNotice(id)}
      >
        <IconTrash className="i s" aria-hidden="true" />
      </button>
    </span>
  );
}
