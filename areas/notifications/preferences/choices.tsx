import { IconUserShield } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { useKept } from '#kit/web/storage/store.ts';
import { Empty } from '#kit/web/ui/parts.tsx';
import { channels as allChannels, type Preferences } from '../notice-answers.contract.ts';
import { topicName } from '../notice-text.web.ts';
import { chooseWays, usePreferences } from '../notifications.queries.ts';
import { ThisBrowser } from '../push/this-browser.tsx';
import styles from './choices.module.css';
import { Times } from './times.tsx';

/** By which ways one is told of what, and when not. */
export function Choices() {
  const t = useT();
  const [user] = useKept('userData');
  const { data, error, refetch } = usePreferences();
  if (user?.impersonatedBy)
    return (
      <section className="sheet">
        <Empty
          icon={<IconUserShield aria-hidden="true" />}
          title={t('noticeChoices.title')}
          text={t('noticeChoices.acting', { name: user.name })}
        />
      </section>
    );
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <p className="t2">{t('shell.loading')}</p>;
  return (
    <>
      <ThisBrowser />
      <Times key={`${data.digestHour} ${data.quietFrom} ${data.quietTo}`} saved={data} />
      <section className={`sheet ${styles.topics}`}>
        <p className="t2">{t('noticeChoices.about')}</p>
        {data.topics.map((topic) => (
          <Topic key={topic.key} topic={topic} />
        ))}
      </section>
    </>
  );
}

function Topic({ topic: { key, name, channels: saved, usual } }: { topic: Preferences['topics'][number] }) {
  const t = useT();
  const label = topicName(key, name);
  // What was pressed shows at once; what the server says comes after it.
  const [channels, setChannels] = useState(saved);
  useEffect(() => setChannels(saved), [saved]);
  const save = (next: typeof channels | null) => {
    setChannels(next ?? usual);
    void chooseWays(key, next).then((isSaved) => isSaved || setChannels(saved));
  };
  const isUsual = channels.length === usual.length && usual.every((one) => channels.includes(one));
  return (
    <fieldset className={styles.topic} data-topic={key}>
      <legend>{label}</legend>
      <div className={styles.ways}>
        {allChannels.map((channel) => (
          <label key={channel}>
            <input
              type="checkbox"
              checked={channels.includes(channel)}
              onChange={({ currentTarget }) =>
                save(currentTarget.checked ? [...channels, channel] : channels.filter((one) => one !== channel))
              }
            />
            {t(`noticeChoices.channels.${channel}`)}
          </label>
        ))}
        {isUsual ? null : (
          <button
            type="button"
            className="btn g sm"
            aria-label={t('noticeChoices.usualFor', { name: label })}
            onClick={() => save(null)}
          >
            {t('noticeChoices.usual')}
          </button>
        )}
      </div>
    </fieldset>
  );
}
