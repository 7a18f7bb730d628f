import { useEffect, useRef, useState } from 'react';
import { ask } from '#kit/web/ask.ts';
import { useT } from '#kit/web/i18n.ts';
import { deviceText } from '#kit/web/texts/device-text.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { toast } from '#kit/web/toast.tsx';
import { Ago } from '#kit/web/ui/when.tsx';
import type { Browser } from '../notice-answers.contract.ts';
import { refreshNotices, removeBrowser, sendTest, useBrowsers } from '../notifications.queries.ts';
import { isSubscribed, type Obstacle, obstacleHere, type TurnedOn, turnOff, turnOn } from './push-here.web.ts';
import styles from './this-browser.module.css';

/** Whether this browser shows notifications when the product is not open, and the other browsers that do. */
export function ThisBrowser() {
  const t = useT();
  const { data, error, refetch } = useBrowsers();
  const [isHere, setHere] = useState<boolean>();
  const [problem, setProblem] = useState<Obstacle | TurnedOn | undefined>(obstacleHere);
  const [isBusy, setBusy] = useState(false);
  const explanation = useRef<HTMLParagraphElement>(null);
  useEffect(() => void isSubscribed().then(setHere), [data]);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data || isHere === undefined) return <p className="t2">{t('shell.loading')}</p>;
  const own = data.browsers.find(({ isThis }) => isThis);
  const others = data.browsers.filter(({ isThis }) => !isThis);
  const isOn = isHere && own !== undefined;

  const busily = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
      await refreshNotices();
      setHere(await isSubscribed());
    } finally {
      setBusy(false);
    }
  };
  const allow = () =>
    busily(async () => {
      const became = await turnOn(data.publicKey);
      setProblem(became === 'on' ? undefined : became);
      if (became === 'on') toast.success(t('noticeBrowser.turnedOn'));
      // The button is gone with what it cannot do: what to do instead is read next.
      if (became === 'blocked') requestAnimationFrame(() => explanation.current?.focus());
    });
  const stop = () =>
    busily(async () => {
      if (await turnOff(own?.id)) toast.success(t('noticeBrowser.turnedOff'));
    });
  const explained = isOn || problem === undefined || problem === 'on' ? undefined : problem;
  const canTry = explained === undefined || explained === 'notAllowed' || explained === 'failed';

  return (
    <section className={`sheet ${styles.browsers}`} aria-labelledby="notice-browsers">
      <h2 id="notice-browsers" className="h2">
        {t('noticeBrowser.title')}
      </h2>
      <p className="t2">{t('noticeBrowser.about')}</p>
      <p role="status">
        <span className={`dot ${isOn ? 'ok' : 'off'}`} aria-hidden="true" />{' '}
        {t(isOn ? 'noticeBrowser.on' : 'noticeBrowser.off')}
      </p>
      {explained ? (
        <p role="alert" tabIndex={-1} ref={explanation}>
          {t(`noticeBrowser.problems.${explained}`)}
        </p>
      ) : null}
      {isOn ? <p className="t2 sm">{t('noticeBrowser.asLong')}</p> : null}
      <div className="row wrap">
        {isOn || canTry ? (
          // One button for both, which is never disabled: the focus stays on it.
          <button
            type="button"
            className={`btn ${isOn ? 'd' : 'p'}`}
            aria-disabled={isBusy || undefined}
            onClick={() => void (isBusy ? undefined : isOn ? stop() : allow())}
          >
            {t(isOn ? 'noticeBrowser.stop' : 'noticeBrowser.allow')}
          </button>
        ) : null}
        {data.browsers.length > 0 ? (
          <button type="button" className="btn d" onClick={() => void sendTest()}>
            {t('noticeBrowser.test')}
          </button>
        ) : null}
      </div>
      {others.length > 0 ? <Others browsers={others} /> : null}
    </section>
  );
}

function Others({ browsers }: { browsers: readonly Browser[] }) {
  const t = useT();
  const remove = async ({ id, device }: Browser) => {
    const isSure = await ask({
      title: t('noticeBrowser.removeSure', { device: deviceText(t, device) }),
      text: t('noticeBrowser.removeText'),
      yes: t('noticeBrowser.remove'),
    });
    if (isSure) await removeBrowser(id);
  };
  return (
    <>
      <h3 className="mid">{t('noticeBrowser.others')}</h3>
      <ul className={styles.list} aria-label={t('noticeBrowser.others')}>
        {browsers.map((one) => (
          <li key={one.id} data-browser={one.id}>
            <span className={styles.what}>
              <bdi className="mid">{deviceText(t, one.device)}</bdi>
              <span className="t2 sm">
                {t('noticeBrowser.added')} <Ago at={one.createdAt} /> ·{' '}
                {one.failingSince !== null ? (
                  <>
                    {t('noticeBrowser.failing')} <Ago at={one.failingSince} />
                  </>
                ) : one.sentAt === null ? (
                  t('noticeBrowser.never')
                ) : (
                  <>
                    {t('noticeBrowser.lastSent')} <Ago at={one.sentAt} />
                  </>
                )}
              </span>
            </span>
            <button type="button" className="btn d sm" onClick={() => void remove(one)}>
              {t('noticeBrowser.remove')}
              <span className="sr"> {deviceText(t, one.device)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
