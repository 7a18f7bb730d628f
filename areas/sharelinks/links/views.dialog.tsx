import { Modal } from '@mantine/core';
import { ApiError } from '#kit/web/api.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { deviceText } from '#kit/web/texts/device-text.ts';
import { Ago } from '#kit/web/ui/when.tsx';
import type { ShareLink } from '../link-answers.contract.ts';
import { useLinkViews } from '../sharelinks.queries.ts';
import styles from '../sharelinks.module.css';

/** Who has opened a link, as coarsely as it is kept. */
export function LinkViews({ link, onClose }: { link: ShareLink; onClose: () => void }) {
  const t = useT();
  const { data, error } = useLinkViews(link.id);
  const hasPins = data?.some(({ pinFailures }) => pinFailures > 0) ?? false;
  return (
    <Modal opened onClose={onClose} size="lg" title={<bdi>{t('shareLink.logOf', { vehicle: link.vehicle })}</bdi>}>
      <div className="col gap-16">
        <p className="t2 sm">{t('shareLink.logHelp')}</p>
        {error ? (
          <p className="alert bad" role="alert">
            {error instanceof ApiError ? error.message : t('error.wrong')}
          </p>
        ) : null}
        {!data && !error ? <span className="sk" style={{ height: 80 }} aria-hidden="true" /> : null}
        {data?.length === 0 ? <p>{t('shareLink.logNone')}</p> : null}
        {data && data.length > 0 ? (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long log is scrolled with the keyboard
          <div className={styles.log} tabIndex={0} role="region" aria-label={t('shareLink.log')}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('shareLink.logTime')}</th>
                  <th scope="col">{t('shareLink.logNetwork')}</th>
                  <th scope="col">{t('shareLink.logBrowser')}</th>
                  <th scope="col" className={styles.number}>
                    {t('shareLink.logViews')}
                  </th>
                  {hasPins ? (
                    <th scope="col" className={styles.number}>
                      {t('shareLink.logPins')}
                    </th>
                  ) : null}
                </tr>
              </thead>
              <tbody>
                {data.map(({ firstAt, lastAt, network, browser, views, pinFailures }) => (
                  <tr key={`${firstAt} ${network} ${browser}`}>
                    <td>
                      <Ago at={lastAt} />
                    </td>
                    <td>{network === '' ? t('shareLink.others') : <bdi dir="ltr">{network}</bdi>}</td>
                    <td>
                      <bdi>{deviceText(t, browser)}</bdi>
                    </td>
                    <td className={styles.number}>{formatNumber(views)}</td>
                    {hasPins ? <td className={styles.number}>{formatNumber(pinFailures)}</td> : null}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ) : null}
      </div>
    </Modal>
  );
}
