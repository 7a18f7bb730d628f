import type { AreaContract } from '#kit/contract/area.ts';
import { incident } from './incident/incident.contract.ts';

export const contract: AreaContract = { name: 'incidents', catalogues: [incident] };
