import { IconHomeMove } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { contract } from './duty.contract.ts';

export const web: AreaWeb = { contract, icons: { 'home-move': IconHomeMove } };
