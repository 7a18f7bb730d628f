import { useParams } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { Logo } from '#kit/web/shell/logo.tsx';
import { DirectionButton, SkinButton } from '#kit/web/shell/look-buttons.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { linkLimits } from '../link-answers.contract.ts';
import { SharedTrip } from './shared-trip.tsx';
import { SharedVehicle } from './shared-vehicle.tsx';
import { type LinkPage, useSharedLink } from './use-shared-link.web.ts';
import styles from './shared.module.css';

/** What the holder of a share link sees: one vehicle or one trip on a map, and nothing else of the product. */
export function Shared() {
  const t = useT();
  const { token = '' } = useParams({ strict: false }) as { token?: string };
  const { page, enter } = useSharedLink(token);
  const isTrip = page.is === 'open' && page.link.kind === 'TRIP';
  useEffect(() => {
    document.title = `${t(isTrip ? 'sharedPage.tripTitle' : 'sharedPage.title')} · Roadkeeper`;
  }, [t, isTrip]);
  return (
    <div className={styles.page}>
      <header>
        <div className="brand">
          <Logo />
          <span>Roadkeeper</span>
        </div>
        <SkinButton />
        <DirectionButton />
      </header>
      <main id="main" className={page.is === 'open' ? styles.open : styles.plain}>
        <Content page={page} enter={enter} />
      </main>
    </div>
  );
}

function Content({ page, enter }: { page: LinkPage; enter: (pin: string) => void }) {
  const t = useT();
  switch (page.is) {
    case 'coming':
      return (
        <p className="t2" role="status">
          {t('sharedPage.loading')}
        </p>
      );
    case 'locked':
      return <PinForm page={page} enter={enter} />;
    case 'away':
      return <Notice title={t('sharedPage.awayTitle')} text={t('sharedPage.awayText')} />;
    case 'over':
      return <Notice title={t('sharedPage.overTitle')} text={t('sharedPage.overText')} />;
    case 'open':
      return page.link.trip ? (
        <SharedTrip link={page.link} trip={page.link.trip} aheadMs={page.aheadMs} />
      ) : (
        <SharedVehicle page={page} />
      );
  }
}

/** A page that is words alone. Its heading takes the focus, for what was looked at is gone. */
function Notice({ title, text }: { title: string; text: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <section className={`sheet sec col ${styles.notice}`} role="status">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="t2">
        <bdi>{text}</bdi>
      </p>
    </section>
  );
}

function PinForm({ page, enter }: { page: Extract<LinkPage, { is: 'locked' }>; enter: (pin: string) => void }) {
  const t = useT();
  const [pin, setPin] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const waitS = useCountdown(page);
  const { least, most } = linkLimits.pin;
  useEffect(() => input.current?.focus(), [page.failure]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    enter(pin);
  };
  return (
    <form className={`sheet sec col gap-16 ${styles.notice}`} noValidate onSubmit={send}>
      <h1>{t('sharedPage.pinTitle')}</h1>
      <p className="t2">
        <bdi>{t('sharedPage.pinText')}</bdi>
      </p>
      <TextField
        large
        label={t('sharedPage.pin')}
        inputRef={input}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={most}
        dir="ltr"
        value={pin}
        error={page.failure}
        onChange={(value) => setPin(value.replaceAll(/\D/g, ''))}
      />
      <button type="submit" className="btn p lg" disabled={page.isBusy || waitS > 0 || pin.length < least}>
        {waitS > 0 ? t('sharedPage.wait', { count: waitS }) : t('sharedPage.open')}
      </button>
    </form>
  );
}

/** Seconds that are left to wait, from what the last answer said. */
function useCountdown(page: Extract<LinkPage, { is: 'locked' }>): number {
  const [left, setLeft] = useState(page.waitS);
  useEffect(() => {
    setLeft(page.waitS);
    if (page.waitS === 0) return;
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1_000);
    return () => clearInterval(timer);
  }, [page]);
  return left;
}
