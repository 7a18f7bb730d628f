import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { formatDay, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { challan } from '../../challan.contract.ts';
import type { ChallanAsked } from '../../challan-answers.contract.ts';
import { type Challan, paiseOf, refreshChallans, useAsked } from '../challan.queries.ts';
import { inRupees, actionLabel } from '../state-words.web.ts';
import { ChallanFacts } from './facts.tsx';

/** Issues a company notice: what the rules ask for is looked at first, and what is sent is what was seen. */
export function IssueChallan({ row, onClose }: RowDialogProps<typeof challan>) {
  const t = useT();
  const { data, error } = useAsked(row.id);
  return (
    <ActionDialog title={t('challan.issue.title', { title: row.title })} onClose={onClose}>
      {data ? (
        <Issue key={`${data.minPaise} ${data.maxPaise} ${data.offenceNo}`} row={row} asked={data} onClose={onClose} />
      ) : error ? (
        <p className="alert bad" role="alert">
          <bdi>{error.message}</bdi>
        </p>
      ) : (
        <span className="sk" style={{ height: 200 }} aria-hidden="true" />
      )}
    </ActionDialog>
  );
}

function Issue({ row, asked, onClose }: { row: Challan; asked: ChallanAsked; onClose: () => void }) {
  const t = useT();
  const [least, most] = [asked.minPaise ?? asked.amountPaise, asked.maxPaise ?? asked.amountPaise];
  const isRange = least !== null && most !== null && least < most;
  // What the draft has stays where the rule allows it.
  const first =
    row.amountPaise !== null && least !== null && most !== null && row.amountPaise >= least && row.amountPaise <= most
      ? row.amountPaise
      : asked.amountPaise;
  const [amount, setAmount] = useState(first === null ? '' : String(first / 100));
  const [wrong, setWrong] = useState<string>();
  const action = useAction(refreshChallans, onClose);
  const send = async () => {
    const amountPaise = asked.amountPaise === null ? null : isRange ? paiseOf(amount) : first;
    if (amountPaise === undefined) return setWrong(t('challan.issue.noAmount'));
    if (isRange && amountPaise !== null && (amountPaise < least || amountPaise > most))
      return setWrong(t('challan.issue.range', { least: inRupees(least), most: inRupees(most) }));
    await action.send((once) => api.post<Done>(`/challan/issue/${row.id}`, { body: { amountPaise }, ...once }));
  };
  return (
    <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
      <p className="t2">
        <bdi>{t('challan.issue.text')}</bdi>
      </p>
      <ChallanFacts row={row} />
      {asked.rule ? <Rule row={row} asked={asked} rule={asked.rule} /> : null}
      {asked.rule ? null : (
        <p className="alert bad" role="alert">
          <bdi>{t('challan.issue.noRule')}</bdi>
        </p>
      )}
      {asked.isUnanswered ? (
        <p className="alert due">
          <bdi>{t('challan.issue.unanswered', { day: formatDay(row.answerBy ?? '') })}</bdi>
        </p>
      ) : null}
      <Refusal submit={action} fields={['amountPaise']} />
      {isRange ? (
        <TextField
          label={t('challan.issue.amount')}
          help={t('challan.issue.range', { least: inRupees(least), most: inRupees(most) })}
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          data-autofocus
          value={amount}
          error={wrong ?? action.fields['amountPaise']}
          onChange={(value) => {
            setAmount(value);
            setWrong(undefined);
          }}
        />
      ) : asked.rule ? (
        <p className="mid">
          <bdi>
            {first === null ? t('challan.issue.noMoney') : t('challan.issue.fixed', { amount: inRupees(first) })}
          </bdi>
        </p>
      ) : null}
      <ActionButtons
        label={t('challan.issue.do')}
        submit={action}
        isOff={asked.rule === null || asked.isUnanswered}
        onCancel={onClose}
      />
    </ActionForm>
  );
}

function Rule({ row, asked, rule }: { row: Challan; asked: ChallanAsked; rule: NonNullable<ChallanAsked['rule']> }) {
  const t = useT();
  const can = useCan();
  const name = t('challan.issue.version', {
    name: row.ruleId === rule.id && row.rule ? row.rule.label : t('challan.issue.rule'),
    version: rule.version,
  });
  return (
    <dl className="facts sm">
      <dt>{t('challan.issue.rule')}</dt>
      <dd>
        {can('challan-rule', 'view') ? (
          <Link to={`/challan-rule/${rule.id}`} target="_blank">
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <bdi>{name}</bdi>
        )}
      </dd>
      <dt>{t('challan.issue.offenceNo')}</dt>
      <dd>{asked.offenceNo}</dd>
      <dt>{t('challan.issue.follows')}</dt>
      <dd>
        <bdi>{actionLabel(rule.action)}</bdi>
      </dd>
      {rule.licencePoints === null ? null : (
        <>
          <dt>{t('challan.issue.points')}</dt>
          <dd>{rule.licencePoints}</dd>
        </>
      )}
    </dl>
  );
}
