import type { ReactNode } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { Code } from '#kit/web/ui/parts.tsx';
import { Plate } from '#kit/web/ui/plate.tsx';
import { durationText } from '#kit/web/ui/units.ts';
import { When } from '#kit/web/ui/when.tsx';
import type { ShownLink } from './use-shared-link.web.ts';
import styles from './shared.module.css';

/** Which vehicle it is. */
export const LinkHead = ({ link, children }: { link: ShownLink; children?: ReactNode }) => (
  <div className="row wrap">
    <h1 className={`grow ${styles.head}`}>
      {link.isMasked ? <Code>{link.plate}</Code> : <Plate no={link.plate} use={link.plateUse} />}
    </h1>
    {children}
  </div>
);

/** For how long the link is valid. */
export function LinkFoot({ link, now }: { link: ShownLink; now: number }) {
  const t = useT();
  const leftS = Math.max(0, (Date.parse(link.expiresAt) - now) / 1_000);
  return (
    <p className={`sm t2 ${styles.foot}`}>
      <bdi>
        {t('sharedPage.left', { time: durationText(leftS) })} (<When at={link.expiresAt} />)
      </bdi>
    </p>
  );
}
