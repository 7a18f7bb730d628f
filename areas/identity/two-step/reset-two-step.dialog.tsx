import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { toast } from '#kit/web/toast.tsx';
import { When } from '#kit/web/ui/when.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { useSignInFacts } from '../accounts/person.queries.ts';
import styles from '../sign-in/sign-in-form.module.css';

/** Switches the code at sign-in off for somebody who lost it, once it was said what that means. */
export function CodeOff(props: { definition: AnyCatalogue; row: AnyRow; onClose: () => void }) {
  const { definition, row, onClose } = props;
  const t = useT();
  const { title } = row;
  const submit = useSubmit();
  const facts = useSignInFacts(definition, row);
  const [isOff, setOff] = useState(false);
  const since = isOff ? null : facts.data?.codeSince;
  const failure = submit.failure ?? (facts.data ? undefined : facts.error?.message);
  const send = async () => {
    const answer = await submit.run(() =>
      api.delete<{ message: string }>(`/admin/user-two-step/${row.id}`, { quiet: true }),
    );
    // Somebody else was quicker.
    if (answer instanceof ApiError) return setOff(answer.status === 409);
    toast.success(answer.message);
    await invalidate(definition.path, 'history');
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('credentials.codeOffTitle', { title })}>
      <div className={styles.fields} aria-busy={facts.isPending}>
        {failure ? (
          <div className="alert bad" role="alert">
            {failure}
          </div>
        ) : null}
        {facts.isPending ? <span className="sk" aria-hidden="true" /> : null}
        {since ? (
          <>
            <p>
              {t('twoStep.on')} <When at={since} />
            </p>
            <p className="t2">
              <bdi>{t('credentials.codeOffText', { title })}</bdi>
            </p>
          </>
        ) : null}
        {since === null ? (
          <p className="t2">
            <bdi>{t('credentials.codeIsOff', { title })}</bdi>
          </p>
        ) : null}
        <div className="row">
          {since ? (
            <button type="button" className="btn x" disabled={submit.busy} onClick={() => void send()}>
              {t('twoStep.switchOff')}
            </button>
          ) : null}
          <button type="button" className="btn d" onClick={onClose}>
            {t(since ? 'action.cancel' : 'action.close')}
          </button>
        </div>
      </div>
    </Modal>
  );
}
