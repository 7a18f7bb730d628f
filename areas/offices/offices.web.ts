import { IconBuildingBank } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { contract } from './offices.contract.ts';

export const web: AreaWeb = {
  contract,
  icons: { 'building-bank': IconBuildingBank },
};
