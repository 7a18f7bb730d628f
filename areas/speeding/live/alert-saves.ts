import type { Clock } from '#kit/server/clock.ts';
import { onDuty } from '#areas/duty/duty.server.ts';
import { type Database, everything, type Queryable, transact } from '#kit/server/db/database.ts';
import type { Hub } from '#kit/server/live/hub.ts';
import type { Relay } from '#kit/server/live/relay.ts';
import { platesOf, putAlerts, type RaisedAlert } from './alerts.store.ts';
import { tellAlerts, toldOf } from './tell-alerts.ts';

interface SaveOptions {
  db: Database;
  clock: Clock;
  live: Pick<Hub, 'publish'>;
  relay: Relay;
}

/** Of alerts those that touch no time off duty: clients are told of no others. */
async function shownOf(db: Queryable, alerts: readonly RaisedAlert[]): Promise<RaisedAlert[]> {
  const began = await onDuty(
    db,
    alerts.map((alert) => ({ alert, vehicleId: alert.vehicleId, at: alert.run.fromAt })),
  );
  const ended = await onDuty(
    db,
    began.map((one) => ({ ...one, at: one.alert.run.overAt })),
  );
  return ended.map(({ alert }) => alert);
}

/** An alert that goes on is saved at least this often, and at once where its peak has changed. */
const saveMs = 10_000;

/** Saves alerts, and tells open browsers of what begins and ends once it is saved. What could not be saved stays for the next time. */
export function createAlertSaves({ db, clock, live, relay }: SaveOptions) {
  const unsaved = new Set<RaisedAlert>();
  const saved = new Map<RaisedAlert, { at: number; peakAt: number }>();

  return {
    /** An alert is new, or has changed. */
    note(alert: RaisedAlert, now: number): void {
      const before = saved.get(alert);
      const isDue = before === undefined || before.peakAt !== alert.run.peak.time || now - before.at >= saveMs;
      if (alert.ended !== null || isDue) unsaved.add(alert);
    },
    /** One that was saved before a stop. */
    known(alert: RaisedAlert, now: number): void {
      saved.set(alert, { at: now, peakAt: alert.run.peak.time });
    },
    isLeft: (): boolean => unsaved.size > 0,
    clear(): void {
      unsaved.clear();
      saved.clear();
    },
    /** To be called when nobody notes anything meanwhile. */
    async save(): Promise<void> {
      if (unsaved.size === 0) return;
      const alerts = [...unsaved];
      const now = clock.now();
      const told = await transact(db, everything, async (db) => {
        const added = await putAlerts(db, alerts, now);
        const news = await shownOf(
          db,
          alerts.filter(({ id, ended }) => added.has(id) || ended !== null),
        );
        const plates = await platesOf(
          db,
          news.map(({ vehicleId }) => vehicleId),
        );
        return news.map((alert) => toldOf(alert, plates.get(alert.vehicleId) ?? ''));
      });
      for (const alert of alerts) {
        unsaved.delete(alert);
        if (alert.ended === null) saved.set(alert, { at: now.getTime(), peakAt: alert.run.peak.time });
        else saved.delete(alert);
      }
      tellAlerts(live, relay, told);
    },
  };
}
