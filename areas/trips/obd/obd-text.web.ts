import { type EngineMeasure, engineMeasures } from '#areas/gateway/positions/engine-data.contract.ts';
import { formatNumber } from '#kit/web/i18n.ts';

/** '2,150 rpm', '13.8 V'. */
export function measureText(name: EngineMeasure, value: number): string {
  const { unit } = engineMeasures[name];
  const shown = formatNumber(Math.abs(value) < 1_000 ? Math.round(value * 10) / 10 : Math.round(value));
  return unit === null ? shown : `${shown} ${unit}`;
}
