import type { AreaContract } from '#kit/contract/area.ts';

/** A queue on the dashboard: a number and the list that adds up to it. */
export interface DashboardCard {
  key: string;
  title: string;
  count: number;
  unit: string;
  /** List that shows exactly what was counted. */
  to: string;
  split: { state: 'ok' | 'due' | 'bad' | 'info' | 'off'; label: string; count: number; to: string }[];
  rows: { label: string; meta: string; to: string }[];
}
export interface DashboardChange {
  id: string;
  at: string;
  actor: string;
  action: string;
  module: string;
  moduleName: string;
  recordId: string;
  label: string;
  /** Null when the record is gone. */
  to: string | null;
}
export interface Dashboard {
  asOf: string;
  cards: DashboardCard[];
  /** Latest changes the caller may know of; empty without the right to history. */
  recent: DashboardChange[];
}

export const contract: AreaContract = {
  name: 'dashboard',
  pages: [
    {
      path: '/dashboard',
      key: 'dashboard',
      name: 'Today',
      menu: { group: null, icon: 'layout-dashboard', order: 0 },
      actions: ['view'],
      clients: ['view'],
      inClientMenu: true,
    },
  ],
};
