import { useState } from 'react';
import { ref } from '#kit/contract/fields.ts';
import { api } from '#kit/web/api.ts';
import { RecordField } from '#kit/web/catalogue/inputs/record-field.tsx';
import { useT } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import styles from './incoming.module.css';

const field = ref('help-category', { label: 'Category' });

/** The category that tickets get which come by mail. */
export function MailCategory({ category }: { category: { id: string; label: string } | null }) {
  const t = useT();
  const [chosen, setChosen] = useState<string>();
  const action = useAction(
    () => invalidate('help-mail'),
    () => setChosen(undefined),
  );
  const value = chosen ?? category?.id ?? '';
  return (
    <form
      className={styles.category}
      noValidate
      aria-busy={action.busy}
      onSubmit={(event) => {
        event.preventDefault();
        if (value)
          void action.send((once) => api.put<Done>('/help-mail/category', { body: { categoryId: value }, ...once }));
      }}
    >
      <RecordField
        label={t('mail.in.category')}
        field={field}
        value={value}
        error={action.fields['categoryId']}
        narrow={{ status: '1' }}
        onChange={setChosen}
      />
      {chosen !== undefined && chosen !== category?.id ? (
        <button type="submit" className="btn d" disabled={action.busy}>
          {t('mail.in.categorySaved')}
        </button>
      ) : null}
    </form>
  );
}
