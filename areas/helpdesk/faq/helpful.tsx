import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { sayHelpful, useOwnVotes, useVoteCounts } from '../helpdesk.queries.ts';
import styles from '../helpdesk.module.css';

/** Asks whether an answer helped; editors read what others said. */
export function Helpful({ faqId }: { faqId: string }) {
  const t = useT();
  const isEditor = useCan()('faq', 'edit');
  const own = useOwnVotes().data;
  const count = useVoteCounts(isEditor).data?.find((one) => one.faqId === faqId);
  const [isBusy, setIsBusy] = useState(false);
  const said = own?.[faqId];
  const say = async (helpful: boolean) => {
    setIsBusy(true);
    await sayHelpful(faqId, helpful).catch(() => undefined);
    setIsBusy(false);
  };
  const all = (count?.helpful ?? 0) + (count?.unhelpful ?? 0);
  return (
    <div className={styles.helpful} role="group" aria-label={t('help.didHelp')}>
      <span className="t2 sm">{t('help.didHelp')}</span>
      {([true, false] as const).map((helpful) => {
        const Icon = helpful ? IconThumbUp : IconThumbDown;
        return (
          <button
            key={String(helpful)}
            type="button"
            className="btn g sm"
            aria-pressed={said === helpful}
            disabled={isBusy || !own}
            onClick={() => void say(helpful)}
          >
            <Icon className="i s" aria-hidden="true" />
            {t(helpful ? 'help.yes' : 'help.no')}
          </button>
        );
      })}
      <span className="t2 sm" role="status">
        {said === undefined ? '' : t('help.thanks')}
      </span>
      {isEditor && all > 0 ? (
        <span className="t2 sm">
          <bdi>
            {t('help.helped', { helpful: formatNumber(count?.helpful ?? 0), count: all, all: formatNumber(all) })}
          </bdi>
        </span>
      ) : null}
      {isEditor && count !== undefined && count.deflected > 0 ? (
        <span className="t2 sm">
          <bdi>{t('help.deflected', { count: count.deflected, shown: formatNumber(count.deflected) })}</bdi>
        </span>
      ) : null}
    </div>
  );
}
