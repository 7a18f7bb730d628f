import { listLimits, listSizes } from '#kit/contract/list-query.ts';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { formatCount, formatNumber, useT } from '../i18n.ts';

/** First, last, and the pages around the current one; null stands for a gap. */
export function pagesAround(page: number, last: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, last].filter((one) => one >= 1 && one <= last);
  const pages = [...new Set(near)].sort((a, b) => a - b);
  return pages.flatMap((one, index) => (index > 0 && one - (pages[index - 1] ?? 0) > 1 ? [null, one] : [one]));
}

/** The last page that can be asked for: further rows are read one by one on the server, however few are shown. */
export const lastPageOf = (count: number, size: number): number =>
  Math.max(1, Math.min(Math.ceil(count / size), Math.floor(listLimits.maxSkip / size)));

export function Pager({
  view,
  count,
  more,
  onPage,
  onSize,
}: {
  view: { page: number; size: number };
  count: number;
  /** More match than were counted. */
  more?: boolean | undefined;
  onPage: (page: number) => void;
  /** Left out where the number of rows is fixed. */
  onSize?: (size: number) => void;
}) {
  const t = useT();
  const last = lastPageOf(count, view.size);
  const isFurthest = view.page >= last && (more === true || last * view.size < count);
  const from = (view.page - 1) * view.size + 1;
  const to = Math.min(count, view.page * view.size);
  return (
    <nav className="pager" aria-label={t('catalogue.pages')}>
      <span className="grow">
        <bdi>
          {t('catalogue.range', {
            from: formatNumber(Math.min(from, count)),
            to: formatNumber(to),
            count: formatCount(count, more),
          })}
        </bdi>
        {isFurthest ? (
          <span className="t3 furthest">{t('catalogue.furthest', { count: formatNumber(last * view.size) })}</span>
        ) : null}
      </span>
      {onSize ? (
        <label className="row">
          {t('catalogue.rows')}
          <select value={view.size} onChange={(event) => onSize(Number(event.currentTarget.value))}>
            {listSizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <button
        type="button"
        className="btn g ic sm"
        aria-label={t('catalogue.before')}
        disabled={view.page <= 1}
        onClick={() => onPage(view.page - 1)}
      >
        <IconChevronLeft className="i s flip" aria-hidden="true" />
      </button>
      {pagesAround(view.page, last).map((page, index) =>
        page === null ? (
          <span key={`gap-${index}`} className="jump" aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={page}
            type="button"
            className="btn g sm jump"
            aria-label={t('catalogue.page', { page: formatNumber(page) })}
            aria-current={page === view.page ? 'page' : undefined}
            onClick={() => onPage(page)}
          >
            {formatNumber(page)}
          </button>
        ),
      )}
      <button
        type="button"
        className="btn g ic sm"
        aria-label={t('catalogue.after')}
        disabled={view.page >= last}
        onClick={() => onPage(view.page + 1)}
      >
        <IconChevronRight className="i s flip" aria-hidden="true" />
      </button>
    </nav>
  );
}
