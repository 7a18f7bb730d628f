import { IconDeviceDesktop, IconDeviceMobile, IconUserShield } from '@tabler/icons-react';
import { useT } from '#kit/web/i18n.ts';
import { deviceText } from '#kit/web/texts/device-text.ts';
import { Ago, When } from '#kit/web/ui/when.tsx';
import type { SessionRow } from './sessions.contract.ts';
import styles from './sessions.module.css';

/**
 * Sessions, each with its device, place and times, and the way to its end.
 * @param props.actedAs says of a session that its actor opened it to act as the owner; the name is a parameter.
 * @param props.onEnd left out: the reader may only look.
 */
export function SessionLines(props: {
  rows: readonly SessionRow[];
  actedAs: (name: string) => string;
  onEnd?: ((row: SessionRow) => void) | undefined;
}) {
  return (
    <ul className={styles['session-lines']}>
      {props.rows.map((row) => (
        <Line key={row.id} row={row} actedAs={props.actedAs} onEnd={props.onEnd} />
      ))}
    </ul>
  );
}

function Line({ row, actedAs, onEnd }: { row: SessionRow } & Omit<Parameters<typeof SessionLines>[0], 'rows'>) {
  const t = useT();
  const { actor } = row;
  const Icon = actor ? IconUserShield : row.isPhone ? IconDeviceMobile : IconDeviceDesktop;
  // Of staff whom a client is not told of, the device is not told either.
  const name = actor && actor.id === null ? actor.name : deviceText(t, row.device);
  return (
    <li>
      <span className="mark" aria-hidden="true">
        <Icon className="i" />
      </span>
      <span className={styles.what}>
        <span className="mid">
          <bdi>{name}</bdi>
        </span>
        {actor ? (
          <span className="st due">
            <bdi>{actedAs(actor.name)}</bdi>
          </span>
        ) : null}
        <span className={`t2 sm ${styles['facts-line']}`}>
          {row.address ? (
            <bdi dir="ltr" className="mono">
              {row.address}
            </bdi>
          ) : null}
          <bdi>
            {t('sessions.started')} <When at={row.startedAt} />
          </bdi>
          <bdi>
            {t('sessions.seen')} <Ago at={row.lastSeenAt} />
          </bdi>
          <bdi>
            {t(row.isKept ? 'sessions.kept' : 'sessions.ends')} <When at={row.expiresAt} />
          </bdi>
        </span>
      </span>
      {row.isCurrent ? <span className="tag info">{t('sessions.current')}</span> : null}
      {onEnd && !row.isCurrent ? (
        <button type="button" className="btn d sm" onClick={() => onEnd(row)}>
          {t('sessions.end')}
          <span className="sr"> {name}</span>
        </button>
      ) : null}
    </li>
  );
}
