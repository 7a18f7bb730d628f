import { moneyText } from '#kit/contract/formats/money.ts';
import { challanActions } from '../../rules/challan-rule.contract.ts';
import { challanSources, challanStatuses, contestGrounds } from '../challan.contract.ts';
import type { Challan } from './challan.queries.ts';

type Tone = 'ok' | 'due' | 'bad' | 'info' | 'off';

/** The status in the words of the reader, with its colour. */
export function statusOf({ challanStatus, overdue }: Challan, isStaff: boolean): { label: string; tone: Tone } {
  const found = challanStatuses.find(({ value }) => value === challanStatus);
  const label = !isStaff && found && 'forClients' in found ? found.forClients : (found?.label ?? challanStatus);
  return { label, tone: overdue ? 'bad' : (found?.tone ?? 'off') };
}

const labelIn = (choices: readonly { value: string; label: string }[], value: string | null): string =>
  choices.find((one) => one.value === value)?.label ?? '';
export const sourceLabel = (value: string): string => labelIn(challanSources, value);
export const groundLabel = (value: string): string => labelIn(contestGrounds, value);
export const actionLabel = (value: string | null): string => labelIn(challanActions, value);

/** An amount in rupees; paise where there are some. */
export const inRupees = (paise: number): string => moneyText(paise).replace(/\.00$/, '');
