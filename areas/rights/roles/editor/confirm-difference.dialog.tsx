import { formatNumber, useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm } from '#kit/web/ui/action-dialog.tsx';
import { readAlone } from '../matrix.tsx';
import type { Difference } from '../matrix-state.web.ts';
import styles from '../../rights.module.css';

/** Many permissions change at once: what is granted and what is removed, module by module, before it is saved. */
export function ConfirmDifference(props: {
  role: string;
  differences: readonly Difference[];
  onConfirm: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const { differences } = props;
  const sum = (side: 'granted' | 'removed') => differences.reduce((count, one) => count + one[side].length, 0);
  const [granted, removed] = [sum('granted'), sum('removed')];
  const actions = (list: Difference['granted']) => list.map((action) => t(`rights.action.${action}`)).join(', ');
  return (
    <ActionDialog title={t('rights.confirmTitle', { role: props.role })} onClose={props.onClose}>
      <ActionForm onSubmit={props.onConfirm}>
        <p className="t2">
          {granted > 0 ? t('rights.grants', { count: granted, number: formatNumber(granted) }) : null}{' '}
          {removed > 0 ? t('rights.removes', { count: removed, number: formatNumber(removed) }) : null}{' '}
          {t('rights.confirmText')}
        </p>
        <div className={styles.difference} {...readAlone(t('rights.difference'))}>
          <dl className="facts sm">
            {differences.map(({ moduleId, name, granted, removed }) => (
              <div key={moduleId} style={{ display: 'contents' }}>
                <dt>
                  <bdi>{name}</bdi>
                </dt>
                <dd>
                  {granted.length > 0 ? <ins>{t('rights.granted', { actions: actions(granted) })}</ins> : null}{' '}
                  {removed.length > 0 ? <del>{t('rights.removed', { actions: actions(removed) })}</del> : null}
                </dd>
              </div>
            ))}
          </dl>
        </div>
        <ActionButtons
          label={t('rights.confirmDo', { count: granted + removed, number: formatNumber(granted + removed) })}
          submit={{ busy: false }}
          onCancel={props.onClose}
        />
      </ActionForm>
    </ActionDialog>
  );
}
