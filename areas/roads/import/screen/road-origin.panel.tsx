import { Link } from '@tanstack/react-router';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { When } from '#kit/web/ui/when.tsx';
import { useOrigins } from './imports.queries.ts';
import styles from './road-imports.module.css';

/** The imports that made or changed a road; nothing of a road that was drawn here. */
export function RoadOriginPanel({ row }: { row: { id: string } }) {
  const t = useT();
  const can = useCan();
  const { data } = useOrigins(row.id);
  if (!data || data.length === 0) return null;
  return (
    <section className="sheet sec" aria-labelledby="origin">
      <h2 className="h2" id="origin">
        {t('roadImport.ofRoad')}
      </h2>
      <ul className={styles.origins}>
        {data.map((one) => (
          <li key={one.importId}>
            <span>
              {t(`roadImport.actions.${one.action}`)}
              {one.isUndone ? <span className="t2"> · {t('roadImport.undone')}</span> : null}
            </span>
            <span className="t2 sm">
              {can('road-import', 'view') ? (
                <Link to={`/road-import/${one.importId}`} className="link">
                  <bdi>{one.fileName}</bdi>
                </Link>
              ) : (
                <bdi>{one.fileName}</bdi>
              )}{' '}
              · <bdi>{one.actorName}</bdi>, <When at={one.at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
