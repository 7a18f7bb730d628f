import { Link } from '@tanstack/react-router';
import { moneyText } from '#kit/contract/formats/money.ts';
import { formatDay, useT } from '#kit/web/i18n.ts';
import type { ChallanBoard } from './challan-board.contract.ts';
import { Part } from './part.tsx';
import styles from './challan-board.module.css';

type Month = ChallanBoard['months'][number];
const measures = [
  { key: 'due', paise: 'duePaise', to: 'dueTo', className: styles.due },
  { key: 'paid', paise: 'paidPaise', to: 'paidTo', className: styles.paid },
  { key: 'refunded', paise: 'refundedPaise', to: 'refundedTo', className: styles.refunded },
] as const;

/** Nov 2026 of 2026-11. */
const monthText = (month: string): string => formatDay(`${month}-01`).replace(/^\S+ /, '');

/** What of each month's offences is still to pay, was paid and came back: as columns, and as a table for keys and screen readers. */
export function MonthsPart({ months }: { months: readonly Month[] }) {
  const t = useT();
  const most = Math.max(1, ...months.flatMap((month) => measures.map(({ paise }) => month[paise])));
  return (
    <Part title={t('challanBoard.months')} wide>
      <p className={styles.key} aria-hidden="true">
        {measures.map(({ key, className }) => (
          <span key={key}>
            <i className={className} />
            {t(`challanBoard.money.${key}`)}
          </span>
        ))}
      </p>
      <ol className={styles.months} aria-hidden="true">
        {months.map((month) => (
          <li key={month.month}>
            <span className={styles.bars}>
              {measures.map(({ key, paise, className }) => (
                <span
                  key={key}
                  className={className}
                  title={`${monthText(month.month)}, ${t(`challanBoard.money.${key}`)}: ${moneyText(month[paise])}`}
                  style={{ blockSize: `${(month[paise] / most) * 100}%` }}
                />
              ))}
            </span>
            <small>{monthText(month.month).slice(0, 3)}</small>
          </li>
        ))}
      </ol>
      <details>
        <summary>{t('challanBoard.asTable')}</summary>
        <MonthTable months={months} />
      </details>
    </Part>
  );
}

function MonthTable({ months }: { months: readonly Month[] }) {
  const t = useT();
  return (
    <table className="tbl plain">
      <caption className="sr">{t('challanBoard.months')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('challanBoard.month')}</th>
          {measures.map(({ key }) => (
            <th key={key} scope="col" className="num">
              {t(`challanBoard.money.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map((month) => (
          <tr key={month.month}>
            <th scope="row">{monthText(month.month)}</th>
            {measures.map(({ key, paise, to }) => (
              <td key={key} className="num">
                {month[paise] > 0 ? (
                  <Link
                    to={month[to]}
                    aria-label={`${monthText(month.month)}, ${t(`challanBoard.money.${key}`)}: ${moneyText(month[paise])}`}
                  >
                    <bdi>{moneyText(month[paise])}</bdi>
                  </Link>
                ) : (
                  <bdi className="t3">{moneyText(0)}</bdi>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
