import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { indiaDay } from '#kit/contract/days.ts';
import { type Reason, RecordBanner } from '#kit/web/catalogue/record/banner.tsx';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { formatDay, formatNumber, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { openPaise, refundablePaise } from '../payment/payment.rules.ts';
import type { CancellationAnswer } from '../payment/payment.contract.ts';
import { inRupees, useCancellation } from '../policies.queries.ts';
import type { appUserPolicy } from './policy.contract.ts';
import { isRenewable } from '../renewal/renewal.rules.ts';
import { type Cover, coversOf } from './policy-state.rules.ts';

type Props = RecordTabProps<typeof appUserPolicy>;
const names = { OD: 'policies.timeline.OD', TP: 'policies.timeline.TP' } as const;

/** What a policy covers today, what ends when, and the way to its renewal. States go by the day in India. */
export function PolicyBanner({ row, actions }: RecordTabProps) {
  const t = useT();
  const can = useCan();
  const policy = row as Props['row'];
  const [today] = useState(() => indiaDay(new Date()));
  const covers = coversOf({ ...policy, live: policy.status === 1 });
  // Who suggested a refund is asked for where somebody can make it.
  const isRefunder = can('wallet', 'edit') && policy.refundDuePaise !== null;
  const suggested = useCancellation(policy.id, isRefunder ? (policy.cancelledOn ?? '') : '').data?.suggested;
  const running = covers.filter(({ from, to }) => from <= today && to >= today);
  const answer =
    running.length === 2
      ? 'policies.banner.both'
      : running.length === 0
        ? 'policies.banner.none'
        : running[0]?.kind === 'OD'
          ? 'policies.banner.od'
          : 'policies.banner.tp';
  const isOver = ['RENEWED', 'CANCELLED', 'DRAFT', 'SCHEDULED'].includes(policy.state);
  const tone = running.length === 0 ? (isOver ? 'off' : 'bad') : policy.state === 'ACTIVE' || isOver ? 'ok' : 'due';
  const said = (cover: Cover): Reason => {
    const name = t(names[cover.kind]);
    if (cover.from > today)
      return {
        key: cover.kind,
        tone: 'info',
        text: t('policies.banner.starts', { cover: name, day: formatDay(cover.from) }),
      };
    const hasEnded = cover.to < today;
    return {
      key: cover.kind,
      tone: hasEnded ? (isOver ? 'info' : 'bad') : policy.state === 'DUE' ? 'due' : 'info',
      text: t(hasEnded ? 'policies.banner.ended' : 'policies.banner.ends', { cover: name, day: formatDay(cover.to) }),
    };
  };
  const reasons: Reason[] = [
    ...(policy.cancelledOn
      ? [
          {
            key: 'cancelled',
            tone: 'due' as const,
            text: t('policies.banner.cancelled', {
              day: formatDay(policy.cancelledOn),
              reason: policy.cancelReason ?? '',
            }),
          },
        ]
      : []),
    ...covers.map(said),
    ...paymentReasons(policy, actions, t, suggested),
    // The reason begins with the bonus by the rules: a claim, or a change of an earlier policy, may have made it another.
    ...(policy.ncbReason !== null && !policy.ncbReason.startsWith(`${policy.ncbPercent ?? 0} %`)
      ? [
          {
            key: 'bonus',
            tone: 'due' as const,
            text: t('policies.banner.bonus', { has: policy.ncbPercent ?? 0, reason: policy.ncbReason }),
          },
        ]
      : []),
    ...(policy.tpTariffPaise !== null &&
    policy.tpPremiumPaise !== null &&
    policy.tpTariffPaise !== policy.tpPremiumPaise
      ? [
          {
            key: 'tariff',
            tone: 'due' as const,
            text: t('policies.banner.tariff', { value: inRupees(policy.tpTariffPaise) }),
          },
        ]
      : []),
  ];
  const mayRenew = can('app-user-policy', 'create') && policy.status === 1 && isRenewable(policy, today);
  return (
    <RecordBanner
      title={t('policies.banner.title')}
      tone={tone}
      answer={t(answer)}
      reasons={reasons}
      noReason={t('policies.banner.fine')}
      next={
        mayRenew ? (
          <Link
            to="/app-user-policy/new"
            search={{ 'val[previousPolicyId]': row.id } as never}
            className={policy.state === 'ACTIVE' ? 'btn d' : 'btn p'}
          >
            {t('policies.timeline.renew')}
          </Link>
        ) : null
      }
    />
  );
}

/** What of the premium is to be paid, or to come back. A policy that is over and of which nothing was posted says nothing of it. */
function paymentReasons(
  policy: Props['row'],
  actions: RecordTabProps['actions'],
  t: ReturnType<typeof useT>,
  suggested: CancellationAnswer['suggested'] | undefined,
): Reason[] {
  const step = (key: string, label: string) => {
    const action = actions.find((one) => one.key === key);
    return action ? (
      <button type="button" className="btn d sm" onClick={action.run}>
        {label}
      </button>
    ) : undefined;
  };
  const open = openPaise(policy);
  const back = refundablePaise(policy);
  const isPartPaid = policy.payment === 'WALLET';
  if (back > 0 && policy.cancelledOn === null) {
    const text = t('policies.banner.over', { amount: inRupees(back) });
    return [{ key: 'payment', tone: 'due', text, step: step('refund-premium', t('policies.banner.refund')) }];
  }
  if (policy.refundDuePaise !== null) {
    const amount = inRupees(policy.refundDuePaise);
    const days = t('policies.refund.days', {
      count: suggested?.unusedDays ?? 0,
      shown: formatNumber(suggested?.unusedDays ?? 0),
    });
    const text = suggested?.by
      ? t('policies.banner.suggestedBy', { amount, days, name: suggested.by })
      : t('policies.banner.suggested', { amount });
    return [{ key: 'payment', tone: 'due', text, step: step('refund-premium', t('policies.banner.refund')) }];
  }
  if (open === 0 || (!isPartPaid && !['SCHEDULED', 'ACTIVE', 'DUE'].includes(policy.state))) return [];
  const text = t(isPartPaid ? 'policies.banner.rest' : 'policies.banner.open', { amount: inRupees(open) });
  return [
    { key: 'payment', tone: isPartPaid ? 'due' : 'info', text, step: step('pay-premium', t('policies.banner.pay')) },
  ];
}
