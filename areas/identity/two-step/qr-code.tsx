import { encodeQR } from 'qr';
import { useMemo } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { toast } from '#kit/web/toast.tsx';
import styles from '../profile/profile.module.css';

/** Free modules around the pattern, without which scanners do not find it. */
const margin = 3;

/** The secret as a picture for an authenticator app's camera, drawn here, and in letters for whoever has none. */
export function CodePicture({ uri, secret }: { uri: string; secret: string }) {
  const t = useT();
  const { size, path } = useMemo(() => {
    const modules = encodeQR(uri, 'raw', { border: margin, ecc: 'medium' });
    const dark = modules.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: modules.length, path: dark.join('') };
  }, [uri]);
  const letters = secret.match(/.{1,4}/g)?.join(' ') ?? secret;
  const copy = () =>
    void navigator.clipboard.writeText(secret).then(
      () => toast.success(t('twoStep.copied')),
      () => toast.error(t('error.wrong')),
    );
  return (
    <div className={styles['picture-row']}>
      {/* Dark on light in both skins: scanners expect it so. */}
      <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('twoStep.picture')}>
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <div className="col" style={{ gap: 8, minWidth: 0 }}>
        <span className="t2 sm">{t('twoStep.byHand')}</span>
        <bdi dir="ltr" className={`mono ${styles['secret-letters']}`}>
          {letters}
        </bdi>
        <div>
          <button type="button" className="btn d sm" onClick={copy}>
            {t('twoStep.copyKey')}
          </button>
        </div>
      </div>
    </div>
  );
}
