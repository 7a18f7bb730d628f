import { useId, useState } from 'react';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { formatDay, useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ReasonField } from '#kit/web/ui/action-fields.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { type challan, contestGrounds } from '../../challan.contract.ts';
import { type Challan, refreshChallans } from '../challan.queries.ts';
import { ChosenFiles } from './chosen-files.tsx';
import { ChallanFacts } from './facts.tsx';

const slots = ['attachment', 'attachment2', 'attachment3', 'attachment4', 'attachment5'] as const;

/** What speaks against a challan, with documents: the first one contests it, further ones are added while it is not decided. */
export function ContestChallan({ row, onClose }: RowDialogProps<typeof challan>) {
  const t = useT();
  const id = useId();
  const isMore = row.challanStatus === 'CONTESTED';
  const [grounds, setGrounds] = useState('');
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const action = useAction(refreshChallans, onClose);
  const send = async () => {
    const missing = {
      ...(grounds === '' ? { grounds: t('challan.contest.noGrounds') } : {}),
      ...(text.trim().length < 10 ? { text: t('challan.contest.noText') } : {}),
    };
    setWrong(missing);
    if (Object.keys(missing).length > 0) return;
    await action.send((once) =>
      api.post<Done>('/challan-contest', { form: formOf(row, grounds, text, files), ...once }),
    );
  };
  const groundsError = wrong['grounds'] ?? action.fields['grounds'];
  return (
    <ActionDialog
      title={t(isMore ? 'challan.contest.moreTitle' : 'challan.contest.title', { title: row.title })}
      onClose={onClose}
    >
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>
            {isMore
              ? t('challan.contest.moreText', { day: formatDay(row.decideBy ?? '') })
              : t(row.source === 'INTERNAL' ? 'challan.contest.text' : 'challan.contest.textThere', {
                  day: formatDay(row.contestBy ?? ''),
                })}
          </bdi>
        </p>
        <ChallanFacts row={row} />
        <Refusal submit={action} fields={['grounds', 'text']} />
        <div className="fld">
          <label htmlFor={id}>{t('challan.contest.grounds')}</label>
          <select
            id={id}
            className="inp"
            data-autofocus
            value={grounds}
            aria-required
            aria-invalid={groundsError ? true : undefined}
            aria-describedby={groundsError ? `${id}-error` : undefined}
            onChange={(event) => {
              setGrounds(event.currentTarget.value);
              setWrong({});
            }}
          >
            <option value="">{t('challan.contest.choosePlease')}</option>
            {contestGrounds.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          {groundsError ? (
            <span className="errm" id={`${id}-error`}>
              <bdi>{groundsError}</bdi>
            </span>
          ) : null}
        </div>
        <ReasonField
          label={t('challan.contest.what')}
          isNeeded
          rows={5}
          maxLength={5_000}
          value={text}
          error={wrong['text'] ?? action.fields['text']}
          onChange={(value) => {
            setText(value);
            setWrong({});
          }}
        />
        <ChosenFiles files={files} onChange={setFiles} />
        {slots.map((slot) =>
          action.fields[slot] ? (
            <p key={slot} className="errm" role="alert">
              <bdi>{action.fields[slot]}</bdi>
            </p>
          ) : null,
        )}
        <ActionButtons
          label={t(isMore ? 'challan.contest.sendMore' : 'challan.contest.do')}
          submit={action}
          onCancel={onClose}
        />
      </ActionForm>
    </ActionDialog>
  );
}

function formOf(row: Challan, grounds: string, text: string, files: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ challanId: row.id, orgId: row.orgId, grounds, text: text.trim() }))
    form.append(name, value);
  for (const [at, file] of files.entries()) form.append(slots[at] ?? '', file, file.name);
  return form;
}
