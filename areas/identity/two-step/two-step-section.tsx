import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { toast } from '#kit/web/toast.tsx';
import { When } from '#kit/web/ui/when.tsx';
import { CodesDialog } from './recovery-codes.tsx';
import { SwitchOff } from './disable-two-step.tsx';
import { SwitchOn } from './enable-two-step.tsx';
import styles from '../profile/profile.module.css';

/** The code at one's own sign-in: its state, and what can be done about it. */
export function TwoStepSection({ state }: { state: { onSince: string | null; codesLeft: number } }) {
  const t = useT();
  const [open, setOpen] = useState<'on' | 'off'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { onSince, codesLeft } = state;
  const changed = () => void invalidate('session');
  const close = () => {
    setOpen(undefined);
    changed();
  };
  const renew = async () => {
    // Refused without a toast when the person would rather not give the password: nothing to say then.
    const answer = await api
      .post<{ message: string; data: { codes: string[] } }>('/session/two-step/recovery-codes')
      .catch(() => undefined);
    if (!answer) return;
    toast.success(answer.message);
    setCodes(answer.data.codes);
    changed();
  };
  return (
    <section className="sec split" aria-labelledby="security-two-step">
      <div className="about">
        <h2 className="h2" id="security-two-step">
          {t('twoStep.title')}
        </h2>
        <p className="t2">{t('twoStep.text')}</p>
      </div>
      <div className={styles.own}>
        {onSince === null ? (
          <>
            <p className="st off">{t('twoStep.off')}</p>
            <div>
              <button type="button" className="btn d" onClick={() => setOpen('on')}>
                <IconShieldCheck className="i s" aria-hidden="true" />
                {t('twoStep.switchOn')}
              </button>
            </div>
          </>
        ) : (
          <>
            <p className="st ok">
              <bdi>
                {t('twoStep.on')} <When at={onSince} />
              </bdi>
            </p>
            <p className={codesLeft < 3 ? 'st due' : 't2'}>{t('twoStep.codesLeft', { count: codesLeft })}</p>
            <div className="row wrap">
              <button type="button" className="btn d" onClick={() => void renew()}>
                {t('twoStep.newCodes')}
              </button>
              <button type="button" className="btn x" onClick={() => setOpen('off')}>
                {t('twoStep.switchOff')}
              </button>
            </div>
          </>
        )}
      </div>
      {open === 'on' ? <SwitchOn onClose={close} /> : null}
      {open === 'off' ? <SwitchOff onClose={close} /> : null}
      {codes ? <CodesDialog codes={codes} onClose={() => setCodes(undefined)} /> : null}
    </section>
  );
}
