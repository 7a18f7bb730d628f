import { IconGauge, IconRoad } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { contract } from './roads.contract.ts';

export const web: AreaWeb = {
  contract,
  icons: { road: IconRoad, gauge: IconGauge },
};
