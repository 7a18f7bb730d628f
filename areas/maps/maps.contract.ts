import type { AreaContract } from '#kit/contract/area.ts';
import { mapSetting } from './map-setting.contract.ts';

export const contract: AreaContract = { name: 'maps', catalogues: [mapSetting] };
